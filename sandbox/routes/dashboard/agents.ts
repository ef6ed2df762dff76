import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { integerIdParamSchema } from '../../../api';
import { agentPage } from '../../dashboard/pages/agent-page';
import { agentsPage } from '../../dashboard/pages/agents-page';
import { sendPage } from '../../dashboard/send-page';
import { parsePart } from '../../problems/parse-part';
import { agentOf } from '../admin/agent-param';
import { newAgentSchema } from '../admin/schemas';
import { allAgents, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, offsetSchema } from './form';

const urlSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });
const textSchema = z.strictObject({ title: z.string().min(1), content: z.string().min(1) });

/** Agents with their training and sources. */
export function agentPages(app: FastifyInstance, services: DashboardServices): void {
	const { repositories, agents, training, sources, siteUrl } = services;
	const pathOf = (id: string) => `/dashboard/agents/${encodeURIComponent(id)}`;

	app.get('/', (request, reply) => {
		const shown = allAgents(services).map((agent) => ({ agent, status: training.status(agent) }));
		return sendPage(reply, agentsPage({ agents: shown, siteUrl, apiUrl: `http://${request.host}` }));
	});
	app.post('/dashboard/agents', (request, reply) => {
		const agent = agents.create(parsePart(newAgentSchema, request.body, 'form'));
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.get('/dashboard/agents/:id', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		const { offset } = parsePart(z.looseObject({ offset: offsetSchema }), request.query, 'query');
		const list = sources.list(agent, undefined, ITEMS_SHOWN, offset);
		const view = { agent, status: training.status(agent), sources: list, apiUrl: `http://${request.host}` };
		return sendPage(reply, agentPage(view));
	});
	app.post('/dashboard/agents/:id/retrain', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		training.start(agent);
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.post('/dashboard/agents/:id/sources/url', async (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		await sources.addUrl(agent, parsePart(urlSchema, request.body, 'form').url);
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.post('/dashboard/agents/:id/sources/text', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		const { title, content } = parsePart(textSchema, request.body, 'form');
		sources.addText(agent, title, content);
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.post('/dashboard/agents/:id/sources/:sourceId/delete', async (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		const { sourceId } = parsePart(z.looseObject({ sourceId: integerIdParamSchema }), request.params, 'path');
		await sources.delete(agent, sourceId);
		return reply.redirect(pathOf(agent.id), 303);
	});
}
