import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem, problems } from '../../problems/problems';
import { rateLimit, type RateLimiter } from '../../server/rate-limit';
import { McpSessions } from '../../mcp/mcp-sessions';
import type { McpServices } from '../../mcp/create-mcp-server';
import { authentication } from '../../plugins/authentication';
import { requestLog } from '../../plugins/request-log';
import { agentImplementer } from '../../operations/implement';
import type { Repositories } from '../../database/repositories';
import type { Settings } from '../../runtime/settings';
import { emailRoutes } from '../api/agents/email';

export interface McpRouteServices extends Pick<McpServices, 'apiKeys' | 'email'> {
	repositories: Repositories;
	settings: Settings;
	/** Shared with the customer API: a key has one limit. */
	rateLimiter: RateLimiter;
}

/** The MCP server at /mcp (streamable HTTP), with the keys and the rate limit of the customer API. */
export function mcpServer({ repositories, settings, rateLimiter, apiKeys, email }: McpRouteServices) {
	const routes = emailRoutes(email, agentImplementer(repositories.agents));
	const implementations = new Map(routes.map((implementation) => [implementation.id, implementation]));
	const sessions = new McpSessions({ apiKeys, agents: repositories.agents, email, implementations });

	return async (app: FastifyInstance): Promise<void> => {
		await app.register(requestLog, { prefix: '', requestLog: repositories.requestLog });
		await app.register(authentication, { apiKeys, requestLog: repositories.requestLog });
		await app.register(rateLimit, { settings, limiter: rateLimiter });
		app.addHook('onClose', () => sessions.close());

		app.route({
			method: ['GET', 'POST', 'DELETE'],
			url: '/mcp',
			onRequest: (request, _reply, done) => done(request.keyProblem ?? undefined),
			handler: async (request, reply) => {
				const transport = await transportFor(sessions, request);
				reply.hijack();
				keepHeaders(reply);
				await transport.handleRequest(request.raw, reply.raw, request.body);
			},
		});
	};
}

/** @throws ApiProblem unauthorized, session_not_found: the client then begins a new session */
async function transportFor(sessions: McpSessions, { headers, apiKey }: FastifyRequest) {
	if (!apiKey) throw problems.unauthorized('The MCP server needs an API key.');
	const sessionId = headers['mcp-session-id'];
	if (sessionId === undefined) return sessions.begin(apiKey.id);
	const transport = typeof sessionId === 'string' ? sessions.find(sessionId, apiKey.id) : undefined;
	if (transport) return transport;
	throw new ApiProblem({
		type: 'session_not_found',
		title: 'No such MCP session',
		status: 404,
		detail: 'This MCP session has ended, or belongs to another API key. Begin a new one with initialize.',
	});
}

/** The transport writes its answer itself; what was said about the rate limit goes with it. */
function keepHeaders(reply: FastifyReply): void {
	for (const [name, value] of Object.entries(reply.getHeaders())) {
		if (value !== undefined) reply.raw.setHeader(name, value);
	}
}
