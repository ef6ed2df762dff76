import { html } from 'hono/html';
import type { PlanAction } from '../../../../../workflows/knowledge-sync/contract';
import { type PlanView, wholeText } from '../../../../../workflows/knowledge-sync/review-contract';
import type { Block } from '../../blocks';
import type { PageSubject } from '../../subject';
import { planBlocks, planFields } from './blocks';
import { currentState } from './current-state';
import { keptFields, type PlanForm, planFormSchema, readPlan, textFields, typedFields, typedTexts } from './form';

const PAST: ReadonlyMap<string, string> = new Map(
	Object.entries({ approve: 'approved', edit: 'edited', reject: 'rejected' } satisfies Record<PlanAction, string>),
);
const ONLY_WHOLE = {
	kind: 'note',
	text: 'Pages, files and texts of more than 2,000 characters cannot be changed here. Change them in the set.',
	isSoft: true,
} as const satisfies Block;
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
	change: {
		title: 'Change texts of the plan',
		note: 'Saving sends nothing. You then see the new plan, and decide on it. The texts stay until the set says something new.',
		fields: textFields,
		above: (view) => [planFields(view)],
		below: ({ rows }) =>
			rows?.every((row) => wholeText(row) !== null || row.after === null) === true ? [] : [ONLY_WHOLE],
	},
	past: (action) => PAST.get(action) ?? action,
	shown: planBlocks,
	background: () => Promise.resolve([]),
	withoutRights: (view) => [planFields(view)],
	options: () => html``,
	named: ({ set }) => ({ set }),
	read: readPlan,
	typed: (form) => typedTexts(form).map(({ key, text }) => ({ kind: 'text', label: key, text })),
	resent: (form) => ({
		about: html`The plan of the set "${form.set}"`,
		hidden: { set: form.set },
		fields: form.action === 'edit' ? typedFields(form) : keptFields(form),
	}),
	currentState,
};
