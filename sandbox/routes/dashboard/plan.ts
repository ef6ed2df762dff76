import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PLAN_IDS } from '../../account/plans';
import { planPage } from '../../dashboard/pages/plan-page';
import { sendPage } from '../../dashboard/send-page';
import { parsePart } from '../../problems/parse-part';
import type { DashboardServices } from './dashboard-services';

const countSchema = z.coerce.number().int().min(0).max(1_000_000_000);
const planFormSchema = z.strictObject({
	plan: z.enum(PLAN_IDS),
	/** Empty: as many as the plan has. */
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
