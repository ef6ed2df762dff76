import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { keysPage } from '../../dashboard/pages/keys-page';
import { sendPage } from '../../dashboard/send-page';
import { parsePart } from '../../problems/parse-part';
import { newKeySchema } from '../admin/schemas';
import { allAgents, type DashboardServices } from './dashboard-services';
import { ticked, utcMoment } from './form';

const newKeyFormSchema = z.strictObject({ name: z.string(), scopes: ticked, agentIds: ticked, expiresAt: utcMoment });
const mcpFormSchema = z.strictObject({ mcpSendsUnasked: z.stringbool() });

/** API keys: the only place where they are made (specification, part 5). */
export function keyPages(app: FastifyInstance, services: DashboardServices): void {
	const { apiKeys } = services;
	const page = (made?: string) =>
		keysPage({ keys: apiKeys.list(), agents: allAgents(services), now: new Date().toISOString(), made });
	const idOf = (params: unknown) => parsePart(z.looseObject({ id: z.string() }), params, 'path').id;

	app.get('/dashboard/keys', (_request, reply) => sendPage(reply, page()));
	// No redirect: this answer is the only one that ever shows the value.
	app.post('/dashboard/keys', (request, reply) => {
		const { agentIds, ...form } = parsePart(newKeyFormSchema, request.body, 'form');
		const restriction = agentIds.length > 0 ? { agentIds } : {};
		const { key } = apiKeys.create(parsePart(newKeySchema, { ...form, ...restriction }, 'form'));
		return sendPage(reply.code(201), page(key));
	});
	app.post('/dashboard/keys/:id/revoke', (request, reply) => {
		apiKeys.revoke(idOf(request.params));
		return reply.redirect('/dashboard/keys', 303);
	});
	app.post('/dashboard/keys/:id/mcp', (request, reply) => {
		const { mcpSendsUnasked } = parsePart(mcpFormSchema, request.body, 'form');
		apiKeys.setMcpSendsUnasked(idOf(request.params), mcpSendsUnasked);
		return reply.redirect('/dashboard/keys', 303);
	});
}
