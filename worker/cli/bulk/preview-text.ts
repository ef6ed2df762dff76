import type { BulkSelection } from '../../../workflows/bulk-action/contract';
import type { BulkPreviewBody } from '../../gateway/schemas';
import type { Screen } from '../screen';
import { listTable } from '../table';

/** What a bulk action would do, for people. */
export function previewText(
	{ action, target }: Pick<BulkSelection, 'action' | 'target'>,
	preview: BulkPreviewBody,
	screen: Screen | null,
): string {
	const { count, countIsExact, byType, byConnection, byStatus, refused, sample } = preview;
	if (count === 0) return `No ${target} match.`;
	const rows = sample.map(({ id, task, schedule, refusal }) => [
		id,
		task?.type ?? schedule?.type ?? '',
		task?.connection ?? schedule?.connection ?? '',
		task?.agentId ?? '',
		refusal === null ? action : `${refusal.title}. ${refusal.detail}`,
	]);
	const more = count > sample.length ? [`and ${count - sample.length} more`] : [];
	return [
		listTable(['Id', 'Type', 'Connection', 'Agent', 'What would be done'], rows, screen),
		...more,
		`${countIsExact ? '' : 'More than '}${count} ${target} match. By type: ${countsText(byType)}. By connection: ${countsText(byConnection)}.${Object.keys(byStatus).length === 0 ? '' : ` By status: ${countsText(byStatus)}.`}`,
		...refused.map(
			({ reason, count: number, byType: of }) => `Not done with ${number} (${countsText(of)}): ${reason}.`,
		),
	].join('\n');
}

function countsText(counts: Readonly<Record<string, number>>): string {
	return Object.entries(counts)
		.map(([name, count]) => `${name === '' ? 'none' : name} ${count}`)
		.join(', ');
}

/** How many rows the action would not be done with. */
export function refusedOf({ refused }: BulkPreviewBody): number {
	return refused.reduce((sum, { count }) => sum + count, 0);
}
