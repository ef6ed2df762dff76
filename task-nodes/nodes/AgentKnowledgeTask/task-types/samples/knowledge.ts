import type { IDataObject } from 'n8n-workflow';
import { recordsOf } from '../columns';
import { done, failed, notDone, type Sample, SAMPLE_AGENT, type SampleRequest, textOr } from './sample';

const OUTCOMES = [
	...[
		'planned',
		'done',
		'saved_not_indexed',
		'unproven',
		'failed',
		'refused',
		'waits',
		'stays',
		'needs_person',
		'not_started',
	],
];
const STEPS = [
	...['create', 'missing', 'update', 'replace', 'adopt', 'delete', 'forget', 'unchanged', 'drifted', 'kept'],
	'conflict',
];
const REASON = { type: 'sample_refusal', title: 'Sample of a refusal', detail: 'This row was not added.' };
const SAMPLE_PAGE: Record<string, string> = { type: 'page', url: 'https://www.example.com/sample' };
const HASH = 'sample-of-a-plan-hash_';

function synced({ input }: SampleRequest, isAdded: (isLast: boolean) => boolean) {
	const given = recordsOf(input['rows']) ?? [];
	const wanted = given.length === 0 && input['url'] !== undefined ? [SAMPLE_PAGE] : given;
	// Those that a run would refuse too.
	const unusable = (recordsOf(input['unusable']) ?? []) as IDataObject[];
	const isPlan = input['planOnly'] === true;
	const rows = wanted.map((row, index): IDataObject => {
		const adds = isAdded(index === wanted.length - 1);
		const name = textOr(row['question'] ?? row['title'] ?? row['url'] ?? row['filename'], 'sample');
		return {
			key: textOr(row['key'], name),
			type: textOr(row['type'], 'qa'),
			name,
			row: index,
			step: 'create',
			outcome: adds ? (isPlan ? 'planned' : 'done') : 'refused',
			id: adds && !isPlan ? index + 1 : null,
			reason: adds ? null : REASON,
			proven: null,
			audit: { writes: isPlan ? 0 : 1, ambiguous: false, duplicates: [] },
		};
	});
	const refused = rows.filter(({ outcome }) => outcome === 'refused').length;
	const good = rows.length - refused;
	const result = {
		version: 1,
		agentId: textOr(input['agentId'], SAMPLE_AGENT),
		set: textOr(input['set'], 'sample'),
		outcome: isPlan ? 'planned' : 'applied',
		// An item that was in step already, so that a part is in step.
		steps: zeros(STEPS, { create: rows.length, unchanged: refused === 0 ? 0 : 1 }),
		counts: zeros(OUTCOMES, { [isPlan ? 'planned' : 'done']: good, refused }),
		refusedRows: refused + unusable.length,
		unusable,
		refusedCsv: null,
		differences: null,
		export: null,
		decisions: [],
		planHash: HASH,
		manifestVersion: isPlan ? 0 : 1,
		rows: rows.toSorted((one, other) => Number(one['outcome'] !== 'refused') - Number(other['outcome'] !== 'refused')),
		rowsNotShown: 0,
		broken: [],
		notes: [],
		stoppedBy: null,
		waitedSeconds: 42,
	};
	const words = [
		good === 0 ? '' : `${good} ${isPlan ? 'to add' : 'brought into step'}`,
		refused === 0 ? '' : `${refused} refused`,
	];
	const message = `${words.filter((each) => each !== '').join(', ')}.`;
	return { result, isPlan, message, figures: { itemsDone: good, itemsTotal: rows.length, itemsFailed: refused } };
}

function zeros(names: readonly string[], counts: Readonly<Record<string, number>>): IDataObject {
	return Object.fromEntries(names.map((name) => [name, counts[name] ?? 0]));
}

export const knowledgeSamples: readonly Sample[] = [
	{
		value: 'inStep',
		name: 'In Step',
		description: 'Every row was added',
		end(request) {
			const { result, isPlan, message, figures } = synced(request, () => true);
			const [outcome, word] = isPlan ? (['planned', 'Planned'] as const) : (['completed', 'Completed'] as const);
			return { ...done(outcome, word, message, result), figures };
		},
	},
	failed,
	{
		value: 'partlyFailed',
		name: 'Partly Failed',
		description: 'The last row was refused, and another one was in step already',
		end(request) {
			const { result, message, figures } = synced(request, (isLast) => !isLast);
			const shown = { word: 'Some items are not in step', tone: 'attention', needsAttention: true } as const;
			return { ...notDone('partly_failed', shown, message, result), figures };
		},
	},
];
