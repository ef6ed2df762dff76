import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../account/account';
import type { ApiKeys } from '../account/api-keys';
import { PLAN_IDS } from '../account/plans';
import type { AgentsRepository } from '../database/agents-repository';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import { keyChangeSchema, newKeySchema } from './schemas';

const countSchema = z.number().int().min(0).max(1_000_000_000);

const accountSchema = z.strictObject({
	plan: z.enum(PLAN_IDS).optional(),
	/** Per month. If null, the number of the plan applies. */
	messageCredits: countSchema.nullable().optional(),
	/** Used in this calendar month. */
	creditsUsed: countSchema.optional(),
});

/** Plan and credits. */
export function accountAdmin(app: FastifyInstance, account: Account): void {
	app.get('/account', () => account.describe());
	app.patch('/account', (request) => {
		account.change(parsePart(accountSchema, request.body, 'body'));
		return account.describe();
	});
}

const idOf = (params: unknown) => parsePart(z.object({ id: z.string() }), params, 'path').id;

/** API keys: created only here, shown once, revoked permanently (specification, part 5). */
export function keysAdmin(app: FastifyInstance, agents: AgentsRepository, apiKeys: ApiKeys): void {
	app.get('/keys', () => ({ items: apiKeys.list() }));
	app.post('/keys', (request, reply) => {
		const key = parsePart(newKeySchema, request.body, 'body');
		requireAgents(agents, key.agentIds ?? []);
		return reply.code(201).send(apiKeys.create(key));
	});
	app.patch('/keys/:id', (request, reply) => {
		const change = parsePart(keyChangeSchema, request.body, 'body');
		apiKeys.setMcpSendsUnasked(idOf(request.params), change.mcpSendsUnasked);
		return reply.code(204).send();
	});
	app.delete('/keys/:id', (request, reply) => {
		apiKeys.revoke(idOf(request.params));
		return reply.code(204).send();
	});
}

/** Without this check, a key for a mistyped agent would see nothing. */
function requireAgents(agents: AgentsRepository, ids: readonly string[]): void {
	const issues = ids.flatMap((id, index) =>
		agents.find(id) ? [] : [{ path: `agentIds.${index}`, message: `the agent ${id} does not exist` }],
	);
	if (issues.length > 0) throw problems.invalidRequest('The key names agents that do not exist.', issues);
}
