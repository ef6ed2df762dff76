import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Account } from '../account/account';
import { PLAN_IDS, PLANS } from '../account/plans';
import { parsePart } from '../problems/parse-part';
import type { DashboardServices } from './dashboard-services';
import { type Page, sendPage } from './page';
import { table } from './table';

const countSchema = z.coerce.number().int().min(0).max(1_000_000_000);
const planFormSchema = z.strictObject({
	plan: z.enum(PLAN_IDS),
	/** If empty, the number of the plan applies. */
	messageCredits: z.preprocess((value) => (value === '' ? null : value), countSchema.nullable()),
	creditsUsed: countSchema,
});

/** Plan and message credits. */
export function planPages(app: FastifyInstance, { account, repositories }: DashboardServices): void {
	app.get('/dashboard/plan', (_request, reply) =>
		sendPage(reply, planPage({ account: account.describe(), trainingDataBytes: repositories.sources.totalBytes() })),
	);
	app.post('/dashboard/plan', (request, reply) => {
		account.change(parsePart(planFormSchema, request.body, 'form'));
		return reply.redirect('/dashboard/plan', 303);
	});
}

export interface PlanView {
	account: ReturnType<Account['describe']>;
	/** Stored training data, in bytes. */
	trainingDataBytes: number;
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

const NUMBERS_OF_A_PLAN = ['Message credits', 'Training data', 'Pages per run', 'Mailboxes', 'Recipients per month'];

function planPage({ account: { plan, messageCredits }, trainingDataBytes }: PlanView): Page {
	return {
		title: 'Plan',
		menu: '/dashboard/plan',
		content: html`<div data-live id="credits">
				<p>
					Plan <strong>${plan.name}</strong>: ${messageCredits.used.toLocaleString('en')} of
					${messageCredits.limit.toLocaleString('en')} message credits used this month, ${megabytes(trainingDataBytes)}
					of ${megabytes(plan.trainingDataBytes)} of training data.
				</p>
				<progress
					max="${Math.max(messageCredits.limit, 1)}"
					value="${messageCredits.used}"
					aria-label="Message credits used"
				></progress>
			</div>
			<h2>Change</h2>
			<form method="post" action="/dashboard/plan" class="fields">
				<label
					>Plan
					<select name="plan">
						${PLAN_IDS.map(
							(id) => html`<option value="${id}" ${id === plan.id ? 'selected' : ''}>${PLANS[id].name}</option>`,
						)}
					</select></label
				>
				<label
					>Message credits per month (default: the plan's)
					<input
						name="messageCredits"
						type="number"
						min="0"
						value="${messageCredits.limit === plan.messageCredits ? '' : messageCredits.limit}"
				/></label>
				<label>Used this month <input name="creditsUsed" type="number" min="0" value="${messageCredits.used}" /></label>
				<button>Save</button>
			</form>
			<h2>What the plans allow</h2>
			${table({
				id: 'plans',
				label: 'Plans',
				columns: [
					'Plan',
					...NUMBERS_OF_A_PLAN.map((name) => ({ name, kind: 'number' as const })),
					'Advanced analytics',
				],
				live: false,
				rows: Object.values(PLANS).map((each) => [
					each.name,
					each.messageCredits.toLocaleString('en'),
					megabytes(each.trainingDataBytes),
					each.pagesPerRetrain.toLocaleString('en'),
					each.maxMailboxes,
					each.monthlyRecipients.toLocaleString('en'),
					each.advancedAnalytics ? 'yes' : 'no',
				]),
			})}`,
	};
}
