import { html } from 'hono/html';
import { z } from 'zod';
import { PLAN_ACTIONS } from '../../../../../workflows/knowledge-sync/contract';
import type { PlanRequest, PlanView } from '../../../../../workflows/knowledge-sync/review-contract';
import { formShape, typedText } from '../../form-shape';
import type { Html } from '../../page';
import type { ReadDecision, Said } from '../../subject';
import { ticksSchema } from '../../ticks';
import { KEEP } from './blocks';

export const planFormSchema = z.object({
	action: z.enum(PLAN_ACTIONS).optional(),
	...formShape,
	set: typedText,
	[KEEP]: ticksSchema,
});
export type PlanForm = z.output<typeof planFormSchema>;

type PlanSaid = Said & Pick<PlanRequest, 'keep'>;

/** @param view the plan as it is: only what it shows can be kept */
export function readPlan({ keep = [] }: PlanForm, said: Said, view: PlanView | null): ReadDecision {
	if (said.action !== 'approve') return { ok: true, decision: said };
	const known = new Set(view?.rows?.map(({ key }) => key));
	const unknown = view === null ? [] : keep.filter((key) => !known.has(key));
	if (unknown.length > 0) {
		const messages = unknown.map((key) => `${key}: the plan has no such item. Choose again.`);
		return { ok: false, messages };
	}
	const decision: PlanSaid = { ...said, keep };
	return { ok: true, decision };
}

/** What was ticked, for a form that is sent again. */
export function keptFields({ keep = [] }: PlanForm): Html {
	return html`${keep.map((key) => html`<input type="hidden" name="${KEEP}" value="${key}" />`)}`;
}
