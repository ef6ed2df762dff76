import { bulkActionResultSchema } from '../../../workflows/bulk-action/contract';
import { mayLater, verdictOn } from '../../../workflows/bulk-action/verdict';
import { parseSelector } from '../../../workflows/task/selector';
import { rowsOfPreview } from '../bulk-previews/stored-preview';
import { noConnectionMatches } from '../task-problems';
import { defineTask, ofResult } from './define-task';

export const bulkAction = defineTask('bulk-action', {
	workflow: 'bulkAction',
	title: 'Bulk action',
	description:
		'Retries, cancels, reports again, pauses or resumes many tasks, syncs or schedules that match a filter, each once. It stores which ones first. One result row each: what may not be repeated says why.',
	version: 1,
	keyReuse: 'after-failure',
	stages: ['selecting', 'acting', 'reporting', 'completed', 'failed', 'cancelled', 'timed_out'],
	fields: {
		version: 'hidden',
		action: 'shown',
		target: 'shown',
		type: 'shown',
		status: 'shown',
		ended: 'shown',
		needsAttention: 'shown',
		waitsForPerson: 'shown',
		parent: 'shown',
		connection: 'shown',
		selector: 'shown',
		agentId: 'shown',
		startedFrom: 'shown',
		startedBefore: 'shown',
		endedFrom: 'shown',
		endedBefore: 'shown',
		error: 'shown',
		search: 'shown',
		ids: 'counted',
		all: 'shown',
		selection: 'hidden',
		atOnce: 'shown',
	},
	scopes: [],
	async checkStart({ connections, blobs }, input) {
		if (input.connection !== undefined) connections.get(input.connection);
		if (input.selector !== undefined && connections.matching(parseSelector(input.selector)).length === 0)
			throw noConnectionMatches(input.selector);
		if (input.selection !== undefined) await rowsOfPreview(blobs, input, input.selection);
	},
	/** What had no turn, or may be possible now. A result that does not show all of them cannot tell. */
	failedOnly(input, result) {
		const parsed = bulkActionResultSchema.safeParse(result);
		if (!parsed.success) return null;
		const { counts, rows } = parsed.data;
		const left = rows.filter(({ status }) => status !== 'done');
		const all = counts.refused + counts.gone + counts.not_started;
		const ids = left.filter(mayLater).map(({ id }) => id);
		if (ids.length === 0 || left.length < all) return null;
		const { version, action, target, atOnce, connection, selector } = input;
		// Who reaches the task by its connection reaches the next one, too.
		const same = {
			...(connection === undefined ? {} : { connection }),
			...(selector === undefined ? {} : { selector }),
		};
		return { version, action, target, atOnce, ...same, all: false, ids };
	},
	judge: ofResult(bulkActionResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});
