import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { editedTextsSchema, keptKeysSchema, PLAN_ACTIONS } from '../../../workflows/knowledge-sync/contract';
import {
	CHANGES,
	isEditable,
	type PlanRow,
	planRowSchema,
	type PlanView,
	planViewSchema,
	rowsNotShown,
} from '../../../workflows/knowledge-sync/review-contract';
import type { ProblemIssue } from '../../problems/problem';
import { type BlobStore, chunkKey } from '../../storage/blobs';
import type { ReviewSubject } from './subject';

const MESSAGE = {
	title: 'Please decide on a plan:',
	sentence: 'A set of knowledge waits for a decision. Nothing is sent before a reviewer approves its plan.',
};

const keyedSchema = z.looseObject({ keep: keptKeysSchema.optional(), texts: editedTextsSchema.optional() });
const whySchema = z.object({ agentId: z.string(), why: z.string() });

/** The plan of a set of knowledge, which a person approves or rejects before anything of it is sent. */
export const plan: ReviewSubject<PlanView> & { name: 'plan' } = {
	name: 'plan',
	view: planViewSchema,
	actions: PLAN_ACTIONS,
	fields: ['keep', 'texts'],
	worded: ['approve', 'edit'],
	titles: { approve: 'Approved the plan', edit: 'Changed texts of the plan', reject: 'Rejected the plan' },
	messages: { approval: MESSAGE, uncertain: MESSAGE },
	notice(sent, shown) {
		const { agentId, why } = whySchema.parse(sent);
		return {
			title: 'Please decide on a plan',
			what: `The plan of a set of knowledge waits for your decision. Nothing is sent before a reviewer approves it.`,
			facts: [`Set: ${shown(sent.subject)}`, `Agent: ${shown(agentId)}`, shown(why)],
			how: 'Read what it changes, and approve or reject it here:',
		};
	},
};

/** More would make a page that nobody reads. The others are counted. */
const MOST_ROWS = 200;

/** What of a decision the plan does not have. Of rows that are not shown, nobody can tell. */
export function unknownKeys(request: object, { rows, ...view }: PlanView): ProblemIssue[] {
	const { keep = [], texts = [] } = keyedSchema.parse(request);
	if (rows === null) return [];
	const isWhole = rowsNotShown({ rows, ...view }) === 0;
	const shown = new Map(rows.map((row) => [row.key, row]));
	const isKnown = (key: string) => shown.has(key) || !isWhole;
	const mayBeEdited = (key: string) => {
		const row = shown.get(key);
		return row === undefined ? !isWhole : isEditable(row);
	};
	return [
		...keep.flatMap((key, index) =>
			isKnown(key) ? [] : [{ path: `keep.${index}`, message: 'is no key of an item that the plan changes' }],
		),
		...texts.flatMap(({ key }, index) =>
			mayBeEdited(key)
				? []
				: [{ path: `texts.${index}.key`, message: 'is no key of a pair or text that the plan adds or changes' }],
		),
	];
}

const rowsSchema = z.array(planRowSchema);

/** The view with the rows of the plan, which only the blob store has: no history holds their texts. */
export async function withRows(view: PlanView, taskId: string, store: Pick<BlobStore, 'open'>): Promise<PlanView> {
	return { ...view, rows: await readRows(view, taskId, store) };
}

async function readRows(
	{ stored }: PlanView,
	taskId: string,
	store: Pick<BlobStore, 'open'>,
): Promise<PlanRow[] | null> {
	if (stored === null) return null;
	const found = await store.open(chunkKey(taskId, 0, stored.attempt, stored.run, CHANGES));
	if (found === null) return null;
	return rowsSchema.parse(JSON.parse((await buffer(found.content)).toString())).slice(0, MOST_ROWS);
}
