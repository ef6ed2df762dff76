import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { generatePage } from '../../dashboard/pages/generate-page';
import { sendPage } from '../../dashboard/send-page';
import { GENERATED_KINDS } from '../../demo/generate';
import { parsePart } from '../../problems/parse-part';
import { allAgents, chosenAgent, type DashboardServices } from './dashboard-services';

const generateFormSchema = z.strictObject({
	agent: z.string(),
	kind: z.enum(GENERATED_KINDS),
	count: z.coerce.number().int().min(1).max(5_000_000),
	days: z.coerce.number().int().min(1).max(3650),
});

/** Leads, conversations and cash-on-delivery confirmations in numbers. */
export function generatePages(app: FastifyInstance, services: DashboardServices): void {
	app.get('/dashboard/generate', (_request, reply) => sendPage(reply, generatePage({ agents: allAgents(services) })));
	app.post('/dashboard/generate', async (request, reply) => {
		const { agent: agentId, ...options } = parsePart(generateFormSchema, request.body, 'form');
		const { seconds } = await services.generators.generate(chosenAgent(services, agentId), options);
		return sendPage(reply.code(201), generatePage({ agents: allAgents(services), made: { ...options, seconds } }));
	});
}
