import type { Audit } from '../transport/write-once';
import type { ItemRun } from './operation';

/** Shows above the node's output that an answer was lost, and what was found out. */
export function reportAudit({ context, itemIndex }: ItemRun, audit: Audit | undefined): void {
	if (audit === undefined) return;
	context.addExecutionHints({ message: `Item ${itemIndex}: ${audit.note}`, location: 'outputPane' });
}
