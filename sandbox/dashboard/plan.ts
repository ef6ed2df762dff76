import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Account } from '../account/account';
import { PLAN_IDS, PLANS } from '../account/plans';
import { parsePart } from '../problems/parse-part';
import type { DashboardServices } from './dashboard-services';
import { type Page, sendPage } from './page';

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
			<table>
				<thead>
					<tr>
						<th>Plan</th>
						<th>Message credits</th>
						<th>Training data</th>
						<th>Pages per run</th>
						<th>Mailboxes</th>
						<th>Recipients per month</th>
						<th>Advanced analytics</th>
					</tr>
				</thead>
				<tbody>
					${Object.values(PLANS).map(
						(each) =>
							html`<tr>
								<td>${each.name}</td>
								<td class="number">${each.messageCredits.toLocaleString('en')}</td>
								<td class="number">${megabytes(each.trainingDataBytes)}</td>
								<td class="number">${each.pagesPerRetrain.toLocaleString('en')}</td>
								<td class="number">${each.maxMailboxes}</td>
								<td class="number">${each.monthlyRecipients.toLocaleString('en')}</td>
								<td>${each.advancedAnalytics ? 'yes' : 'no'}</td>
							</tr>`,
					)}
				</tbody>
			</table>`,
	};
}
