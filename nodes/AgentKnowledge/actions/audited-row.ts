import type { IDataObject } from 'n8n-workflow';
import { rowOf } from '../transport/row';
import type { Audit } from '../transport/write-once';
import type { ItemRun } from './operation';

/** The row of a write; when an answer was lost, with what was found out, which is also shown above the node's output. */
export function auditedRow({ context, itemIndex }: ItemRun, row: IDataObject, audit: Audit | undefined): IDataObject {
	if (audit === undefined) return row;
	context.addExecutionHints({ message: `Item ${itemIndex}: ${audit.note}`, location: 'outputPane' });
	return { ...row, audit: rowOf(audit) };
}
