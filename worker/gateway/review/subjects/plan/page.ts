import { html } from 'hono/html';
import type { PlanAction } from '../../../../../workflows/knowledge-sync/contract';
import type { PlanView } from '../../../../../workflows/knowledge-sync/review-contract';
import type { PageSubject } from '../../subject';
import { planBlocks, planFields } from './blocks';
import { currentState } from './current-state';
import { keptFields, type PlanForm, planFormSchema, readPlan } from './form';

const PAST: ReadonlyMap<string, string> = new Map(
	Object.entries({ approve: 'approved', reject: 'rejected' } satisfies Record<PlanAction, string>),
);
const TITLE = 'Decide what an agent should know';

/** The plan of a set of knowledge. */
export const planPage: PageSubject<PlanView, PlanForm> = {
	titles: { approval: TITLE, uncertain: TITLE },
	hints: {},
	choices: {
		approval: [
			{ action: 'approve', label: 'Approve', effect: 'apply the plan, but leave what is ticked' },
			{ action: 'reject', label: 'Reject', effect: 'and change nothing' },
		],
		uncertain: [],
	},
	otherVersion: 'The plan is not the one that you saw. Read it again, then decide on it.',
	form: planFormSchema,
	change: null,
	past: (action) => PAST.get(action) ?? action,
	shown: planBlocks,
	background: () => Promise.resolve([]),
	withoutRights: (view) => [planFields(view)],
	options: () => html``,
	named: ({ set }) => ({ set }),
	read: readPlan,
	typed: () => [],
	resent: (form) => ({
		about: html`The plan of the set "${form.set}"`,
		hidden: { set: form.set },
		fields: keptFields(form),
	}),
	currentState,
};
