import type { IDataObject } from 'n8n-workflow';
import { recordsOf } from '../columns';
import { done, notDone, type Sample, SAMPLE_AGENT, type SampleRequest, textOr } from './sample';

const SAMPLE_PAGE: Record<string, string> = { type: 'url', url: 'https://www.example.com/sample' };
const STATUSES = [
	...['indexed', 'failed', 'processing', 'gone', 'present', 'duplicate'],
	...['refused', 'needs_person', 'not_started'],
];
const ERROR = { type: 'source_refused', title: 'Sample of a refusal', detail: 'This source was not added.' };

/** @param atLeast sources. A page is made up if the item has fewer */
function added({ input }: SampleRequest, atLeast: number, isAdded: (isLast: boolean) => boolean) {
	const given = recordsOf(input['sources']) ?? [];
	const sources = given.length >= atLeast ? given : [...given, SAMPLE_PAGE];
	const rows = sources.map((source, index): IDataObject => {
		const takes = isAdded(index === sources.length - 1);
		return {
			type: textOr(source['type'], 'url'),
			name: textOr(source['url'] ?? source['title'] ?? source['filename'], 'sample'),
			status: takes ? 'indexed' : 'refused',
			sourceId: takes ? index + 1 : null,
			before: [],
			error: takes ? null : ERROR,
			audit: { postAttempts: 1, ambiguous: false, duplicates: [], audited: true },
		};
	});
	const countOf = (status: string) => rows.filter((row) => row['status'] === status).length;
	const counts = Object.fromEntries(STATUSES.map((status) => [status, countOf(status)]));
	const [indexed, refused] = [countOf('indexed'), countOf('refused')];
	const agentId = textOr(input['agentId'], SAMPLE_AGENT);
	const result = { version: 1, agentId, counts, stoppedBy: null, rows, waitedSeconds: 42 };
	const message = `${indexed} of ${rows.length} sources indexed${refused === 0 ? '' : `, ${refused} refused`}.`;
	return { result, message, figures: { itemsDone: rows.length, itemsTotal: rows.length, itemsFailed: refused } };
}

export const sourceSamples: readonly Sample[] = [
	{
		value: 'added',
		name: 'Added',
		description: 'Every source was added and read',
		end(request) {
			const { result, message, figures } = added(request, 1, () => true);
			return { ...done('completed', 'Completed', message, result), figures };
		},
	},
	{
		value: 'failed',
		name: 'Failed',
		description: 'No source was added',
		end(request) {
			const { result, message, figures } = added(request, 1, () => false);
			const shown = { word: 'No source indexed', tone: 'bad', needsAttention: true } as const;
			return { ...notDone('failed', shown, message, result), figures };
		},
	},
	{
		value: 'partlyFailed',
		name: 'Partly Failed',
		description: 'The last source was refused. If there is one source only, another one is made up.',
		end(request) {
			const { result, message, figures } = added(request, 2, (isLast) => !isLast);
			const shown = { word: 'Some sources failed', tone: 'attention', needsAttention: true } as const;
			return { ...notDone('partly_failed', shown, message, result), figures };
		},
	},
];
