import type { FastifyInstance } from 'fastify';
import type { Account } from '../account/account';
import type { Agents } from '../account/agents';
import type { ApiKeys } from '../account/api-keys';
import { secretsMatch } from '../account/secrets';
import type { CodConfirmations } from '../conversations/cod-confirmations';
import type { Inbox } from '../conversations/inbox';
import type { Leads } from '../conversations/leads';
import type { Repositories } from '../database/repositories';
import type { Generators } from '../demo/generate';
import type { SimulatedVisitors } from '../demo/visitors/simulated-visitors';
import { type Faults, matchesPattern } from '../faults/faults';
import { describeAgent } from '../operations/agents';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import type { Settings } from '../runtime/settings';
import type { QaPairs } from '../training/qa-pairs';
import { accountAdmin, keysAdmin } from './account';
import { agentOf, generatorsAdmin, mediaPairsAdmin } from './agents';
import { codAdmin, inboxAdmin, leadsAdmin } from './conversations';
import { mailAdmin } from './mail';
import { newAgentSchema, newFaultSchema, requestsQuerySchema, settingsChangeSchema } from './schemas';
import { visitorsAdmin } from './visitors';

export interface AdminServices {
	token: string;
	repositories: Repositories;
	faults: Faults;
	apiKeys: ApiKeys;
	account: Account;
	agents: Agents;
	cod: CodConfirmations;
	generators: Generators;
	inbox: Inbox;
	leads: Leads;
	qaPairs: QaPairs;
	settings: Settings;
	visitors: SimulatedVisitors;
}

/**
 * Does what the dashboard of the real service does, and what tests need: keys, agents, the request log, faults,
 * settings.
 */
export function adminApi(services: AdminServices) {
	const { token, repositories, faults, apiKeys, account, agents, qaPairs, settings } = services;
	const { requestLog } = repositories;

	return (app: FastifyInstance, _options: object, done: () => void): void => {
		app.addHook('onRequest', (request, _reply, next) => {
			const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
			const isOpen = request.routeOptions.url === '/healthz';
			next(
				isOpen || secretsMatch(given, token)
					? undefined
					: problems.unauthorized('Send the header "Authorization: Bearer <admin token>".'),
			);
		});

		app.get('/healthz', () => ({ status: 'ok' }));

		app.get('/requests', (request) => {
			const { method, path, since } = parsePart(requestsQuerySchema, request.query, 'query');
			const items = requestLog.list({ method, since: since && new Date(since).toISOString() });
			return { items: path === undefined ? items : items.filter((item) => matchesPattern(path, item.path)) };
		});

		app.get('/faults', () => ({ items: faults.list() }));
		app.post('/faults', (request, reply) =>
			reply.code(201).send(faults.add(parsePart(newFaultSchema, request.body, 'body'))),
		);
		app.delete('/faults', (_request, reply) => {
			faults.clear();
			return reply.code(204).send();
		});

		app.get('/settings', () => settings.current);
		app.patch('/settings', (request) => {
			settings.change(parsePart(settingsChangeSchema, request.body, 'body'));
			return settings.current;
		});

		app.post('/agents', (request, reply) => {
			const agent = agents.create(parsePart(newAgentSchema, request.body, 'body'));
			return reply.code(201).send(describeAgent(agent));
		});

		app.delete('/agents/:id', (request, reply) => {
			agents.delete(agentOf(repositories.agents, request.params));
			return reply.code(204).send();
		});

		keysAdmin(app, repositories.agents, apiKeys);
		accountAdmin(app, account);
		inboxAdmin(app, repositories, services.inbox);
		leadsAdmin(app, repositories.agents, services.leads);
		codAdmin(app, repositories.agents, services.cod);
		generatorsAdmin(app, repositories.agents, services.generators);
		mediaPairsAdmin(app, repositories.agents, qaPairs);
		mailAdmin(app, repositories);
		visitorsAdmin(app, services.visitors);
		done();
	};
}
