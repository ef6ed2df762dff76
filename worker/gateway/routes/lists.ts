import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TASK_TYPES } from '../../../workflows/contracts';
import { parseSelector } from '../../../workflows/task/selector';
import { VERSION } from '../../config';
import { checkConnection } from '../../tasks/connections';
import { actionsOf, definitions, retriesFailedItems, reviewIn } from '../../tasks/definitions';
import { callerKey } from '../plugins/rate-limits';
import { reachedConnections, reaches } from '../plugins/reach';
import {
	agentListQuery,
	agentListSchema,
	agentParams,
	bucketListSchema,
	connectionCheckSchema,
	connectionListQuery,
	connectionListSchema,
	connectionParams,
	connectionUsageSchema,
	emailConversationListSchema,
	errorResponses,
	mailboxListSchema,
	optionalIdempotencyHeaders,
	taskTypeListSchema,
	whoamiSchema,
} from '../schemas';
import type { GatewayServices } from '../services';

/** A check makes up to so many calls. */
const CHECK_CALLS = 5;

type ConnectionOptions = Pick<GatewayServices, 'connections'>;

/** Lists that the nodes offer as choices. */
export const connectionRoutes: FastifyPluginCallbackZod<ConnectionOptions> = (app, { connections }, done) => {
	app.get(
		'/connections',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the connections that tasks may name, or those that a selector selects',
				querystring: connectionListQuery,
				response: { 200: connectionListSchema, ...errorResponses },
			},
		},
		({ query: { selector }, reach }) => {
			const names = selector === undefined ? connections.names : connections.matching(parseSelector(selector));
			const within = names.filter((name) => reaches(reach, name));
			return { items: within.map((name) => ({ name, ...connections.get(name).settings })) };
		},
	);

	app.post(
		'/connections/:name/check',
		{
			config: { role: 'start', reach: ['connection'], repeat: 'It only reads, with up to five calls.' },
			schema: {
				tags: ['Lists'],
				summary: 'Test the key of a connection: its agents, its limit, and what it may read',
				params: connectionParams,
				headers: optionalIdempotencyHeaders,
				response: { 200: connectionCheckSchema, ...errorResponses },
			},
		},
		async (request) => {
			const connection = connections.get(request.params.name);
			connection.takeShare(callerKey(request), CHECK_CALLS);
			const { name, baseUrl, keyUse } = connection;
			const { reach } = request;
			// Others can share the key. The words count them.
			const names = keyUse.names.map((each) => (reaches(reach, each) ? each : 'another'));
			const key = { ...keyUse, names };
			const checks = await checkConnection({ name, baseUrl, key }, connection, { scopes: true });
			return { ok: checks.every(({ status }) => status !== 'fail'), checks };
		},
	);

	app.get(
		'/connections/:name/agents',
		{
			config: { role: 'read', reach: ['connection'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the agents that the key of a connection can access, up to 460 at a time, cached for 30 s',
				params: connectionParams,
				querystring: agentListQuery,
				response: { 200: agentListSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { params, query } = request;
			const caller = callerKey(request);
			const { agents, complete, nextOffset } = await connections.get(params.name).agents({ ...query, caller });
			return { items: agents, complete, nextOffset };
		},
	);

	app.get(
		'/connections/:name/agents/:agentId/mailboxes',
		{
			config: { role: 'read', reach: ['connection'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the mailboxes from which an agent can send, cached for 30 s',
				params: agentParams,
				response: { 200: mailboxListSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { name, agentId } = request.params;
			return { items: [...(await connections.get(name).mailboxes(agentId, callerKey(request)))] };
		},
	);

	app.get(
		'/connections/:name/agents/:agentId/email-conversations',
		{
			config: { role: 'read', reach: ['connection'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the email conversations among the newest 100 conversations of an agent, cached for 30 s',
				params: agentParams,
				response: { 200: emailConversationListSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { name, agentId } = request.params;
			return { items: [...(await connections.get(name).emailConversations(agentId, callerKey(request)))] };
		},
	);
	done();
};

type BucketOptions = Pick<GatewayServices, 'buckets'>;

/** The buckets that an export may name. */
export const bucketRoutes: FastifyPluginCallbackZod<BucketOptions> = (app, { buckets }, done) => {
	app.get(
		'/buckets',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the buckets that an export may name',
				response: { 200: bucketListSchema, ...errorResponses },
			},
		},
		({ reach }) => ({
			items: buckets.names.filter((name) => reach === null || reach.buckets.has(name)).map((name) => ({ name })),
		}),
	);
	done();
};

type UsageOptions = Pick<GatewayServices, 'usage'>;

/** How much of the limit of each connection's key was used. */
export const usageRoutes: FastifyPluginCallbackZod<UsageOptions> = (app, { usage }, done) => {
	app.get(
		'/connections/usage',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Lists'],
				summary: 'Get the calls of each connection in the last hour, per minute, and its limit',
				response: { 200: connectionUsageSchema, ...errorResponses },
			},
		},
		async ({ reach }) => {
			const { since, connections, unreadable } = await usage.read();
			return { since, items: connections.filter(({ connection }) => reaches(reach, connection)), unreadable };
		},
	);
	done();
};

type TaskTypeOptions = Pick<GatewayServices, 'retentionHours'>;

/** The definitions, with the input of each task as JSON Schema. */
export const taskTypeRoutes: FastifyPluginCallbackZod<TaskTypeOptions> = (app, { retentionHours }, done) => {
	const items = TASK_TYPES.map((type) => {
		const { title, description, version, keyReuse, schedulable = false, input } = definitions[type];
		const inputSchema = { ...z.toJSONSchema(input, { io: 'input' }) };
		return {
			type,
			title,
			description,
			version,
			keyReuse,
			schedulable,
			actions: actionsOf(type),
			endedActions: [
				...(keyReuse === 'after-failure' ? ['retry'] : []),
				...(retriesFailedItems(type) ? ['retry-failed'] : []),
				'resend-result',
			],
			decisions: [...(reviewIn(type)?.subject.actions ?? [])],
			inputSchema,
		};
	});
	app.get(
		'/task-types',
		{
			config: { role: 'read', reach: ['all'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the task types, and how long keys are kept',
				response: { 200: taskTypeListSchema, ...errorResponses },
			},
		},
		() => ({ items, retentionHours }),
	);
	done();
};

type WhoamiOptions = Pick<GatewayServices, 'config'>;

/** Shows who calls, and whether a token works. The credential's test and the console call it. */
export const whoamiRoutes: FastifyPluginCallbackZod<WhoamiOptions> = (app, { config: { proxySignIn } }, done) => {
	app.get(
		'/whoami',
		{
			config: { role: 'any', reach: ['all'] },
			schema: {
				tags: ['Lists'],
				summary: "Get the caller's name and roles, and the gateway's version",
				response: { 200: whoamiSchema, ...errorResponses },
			},
		},
		({ callerName, callerRoles, reach, signedInBy }) => ({
			version: VERSION,
			name: callerName,
			roles: [...(callerRoles ?? [])],
			connections: reachedConnections(reach) ?? null,
			signedInBy,
			signOutUrl: signedInBy === 'proxy' ? (proxySignIn?.signOutUrl ?? null) : null,
		}),
	);
	done();
};
