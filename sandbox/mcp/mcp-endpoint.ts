import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Repositories } from '../database/repositories';
import { emailOperations } from '../operations/email';
import { agentImplementer, type Implementation } from '../operations/implement';
import { ApiProblem, problems } from '../problems/problems';
import type { Settings } from '../runtime/settings';
import { authentication, requestLog } from '../server/authentication';
import { rateLimit, type RateLimiter } from '../server/rate-limit';
import { createMcpServer, type McpServices } from './create-mcp-server';

export interface McpRouteServices extends Pick<McpServices, 'apiKeys' | 'email'> {
	repositories: Repositories;
	settings: Settings;
	/** Shared with the customer API: each key has one limit. */
	rateLimiter: RateLimiter;
}

/** The MCP server at /mcp (streamable HTTP), with the keys and the rate limit of the customer API. */
export function mcpServer({ repositories, settings, rateLimiter, apiKeys, email }: McpRouteServices) {
	const operations = emailOperations(email, agentImplementer(repositories.agents));
	const implementations = new Map<string, Implementation>(
		operations.map((implementation) => [implementation.id, implementation]),
	);
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

/** @throws ApiProblem unauthorized, session_not_found: the client then starts a new session */
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
		detail: 'This MCP session has ended, or belongs to another API key. Start a new session with initialize.',
	});
}

/** The transport writes its response itself; this adds the rate limit's headers. */
function keepHeaders(reply: FastifyReply): void {
	for (const [name, value] of Object.entries(reply.getHeaders())) {
		if (value !== undefined) reply.raw.setHeader(name, value);
	}
}

/** Most sessions. Above it, the session that was idle longest ends, and its client starts another. */
const MAX_SESSIONS = 200;

interface Session {
	keyId: string;
	transport: StreamableHTTPServerTransport;
}

/** Sessions of MCP clients, in memory. After a restart a client starts a new one, as the protocol requires. */
class McpSessions {
	/** In order of use; the latest is last. */
	private readonly sessions = new Map<string, Session>();

	constructor(private readonly services: McpServices) {}

	/** A session belongs to its key. Other keys cannot see it. */
	find(id: string, keyId: string): StreamableHTTPServerTransport | undefined {
		const session = this.sessions.get(id);
		if (session?.keyId !== keyId) return undefined;
		this.sessions.delete(id);
		this.sessions.set(id, session);
		return session.transport;
	}

	/** For a first request. It becomes a session if the request is a valid `initialize`. */
	async begin(keyId: string): Promise<StreamableHTTPServerTransport> {
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: (id) => {
				this.sessions.set(id, { keyId, transport });
				return this.endIdle();
			},
			onsessionclosed: (id) => {
				this.sessions.delete(id);
			},
		});
		await createMcpServer(this.services, keyId).connect(transport);
		return transport;
	}

	async close(): Promise<void> {
		await Promise.all([...this.sessions.values()].map(({ transport }) => transport.close()));
		this.sessions.clear();
	}

	private async endIdle(): Promise<void> {
		const idle = [...this.sessions].slice(0, -MAX_SESSIONS);
		for (const [id, { transport }] of idle) {
			this.sessions.delete(id);
			await transport.close();
		}
	}
}
