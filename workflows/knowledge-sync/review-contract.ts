import { z } from 'zod';
import { type DecisionRequest, decisionOf, viewShape } from '../review/contract';
import { count } from '../task/contract';
import { type EditedText, PLAN_ACTIONS, type PlanAction, stepKindSchema } from './contract';
import { hasContent } from './plan';

/** A plan as the subject of a review. */

/** An item as it is, or as a row wants it. */
const itemSchema = z.object({
	/** The question, title, address or file name. */
	name: z.string(),
	/** The beginning of the answer or of the text; null: it is not known, or there is none. */
	text: z.string().nullable(),
	/** Only pairs, and only where a row says it. */
	enabled: z.boolean().nullable(),
});

/** What a plan does with one item, as a person reads it. */
export const planRowSchema = z.object({
	key: z.string(),
	type: z.enum(['qa', 'text', 'page', 'file']),
	step: stepKindSchema,
	/** As the service shows it now; null: it is not there. */
	before: itemSchema.nullable(),
	/** As the row wants it; null: no row does. */
	after: itemSchema.nullable(),
	/** Another hand made it, and the plan would delete it. Default: no */
	isAdopted: z.literal(true).optional(),
});
export type PlanRow = z.output<typeof planRowSchema>;
export type PlanItem = z.output<typeof itemSchema>;

/** What a plan changes, those that matter most first: a file of the task, which has the texts that no history holds. */
export const planFileSchema = z.object({
	rows: z.array(planRowSchema),
	/** Further items that it would change. */
	rowsNotShown: count,
});
export type PlanFile = z.output<typeof planFileSchema>;

/** The kind of the part that has the rows. */
export const CHANGES = 'changes';

/** What a reviewer is shown of a plan. */
export const planViewSchema = z.object({
	...viewShape,
	agentId: z.string(),
	set: z.string(),
	/** How many steps the plan has of each kind. */
	steps: z.record(stepKindSchema, count),
	/** How many items it would change. */
	toSend: count,
	/** How many items a person decides on first. Null: an earlier version made the plan. */
	toDecide: count.nullable().default(null),
	/** Where its rows are stored; null: no plan waits. */
	stored: z.object({ attempt: count, run: z.string() }).nullable(),
	/** Those that matter most first. Null: no plan waits, or the worker no longer has them. The gateway reads them. */
	rows: z.array(planRowSchema).nullable().default(null),
	decisions: z.array(decisionOf(PLAN_ACTIONS)),
});
export type PlanView = z.output<typeof planViewSchema>;

/** What a person decides on a plan. */
export interface PlanRequest extends DecisionRequest<PlanAction> {
	/** Only with `approve`: keys of items that stay as they are. */
	keep?: string[];
	/** Only with `edit`. */
	texts?: EditedText[];
}

/** Characters of a text that a person reads of a row. */
export const LONGEST_EXCERPT = 2_000;

/** Whether a person may write another text for a row: only pairs and texts have one that can be sent. */
export function isEditable({ type, after }: Pick<PlanRow, 'type' | 'after'>): boolean {
	return after !== null && hasContent(type);
}

/** The text of a row, if it is shown whole. */
export function wholeText({ after }: Pick<PlanRow, 'after'>): string | null {
	const text = after?.text ?? null;
	return text === null || text.length > LONGEST_EXCERPT ? null : text;
}

/** How many further items a plan would change. */
export function rowsNotShown({
	steps,
	rows,
	toSend,
	toDecide,
}: Pick<PlanView, 'steps' | 'rows' | 'toSend' | 'toDecide'>): number {
	if (rows === null) return 0;
	const waiting = toDecide ?? (rows.some(({ step }) => step === 'drifted') ? steps.drifted : 0);
	return Math.max(0, toSend + waiting - rows.length);
}
