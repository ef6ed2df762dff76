import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { leadsPage } from '../../dashboard/pages/leads-page';
import { sendPage } from '../../dashboard/send-page';
import { parsePart } from '../../problems/parse-part';
import { allAgents, chosenAgent, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, notGivenWhenEmpty, offsetSchema } from './form';

const filterSchema = z.looseObject({
	agent: z.string().optional(),
	email: z.preprocess(notGivenWhenEmpty, z.string().optional()),
	offset: offsetSchema,
});

/** Captured leads. */
export function leadPages(app: FastifyInstance, services: DashboardServices): void {
	app.get('/dashboard/leads', (request, reply) => {
		const { agent: agentId, email, offset } = parsePart(filterSchema, request.query, 'query');
		const agent = chosenAgent(services, agentId);
		const leads = services.leads.list(agent, { email }, ITEMS_SHOWN, offset);
		return sendPage(reply, leadsPage({ agents: allAgents(services), filter: { agent: agent.id, email }, leads }));
	});
}
