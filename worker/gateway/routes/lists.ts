import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TASK_TYPES } from '../../../workflows/contracts';
import { VERSION } from '../../config';
import { actionsOf, definitions } from '../../tasks/definitions';
import {
	agentListQuery,
	agentListSchema,
	agentParams,
	bucketListSchema,
	connectionListSchema,
	connectionParams,
	destinationCheckSchema,
	destinationListSchema,
	destinationParams,
	errorResponses,
	mailboxListSchema,
	optionalIdempotencyHeaders,
	taskTypeListSchema,
	whoamiSchema,
} from '../schemas';
import type { GatewayServices } from '../services';

type ConnectionOptions = Pick<GatewayServices, 'connections'>;

/** Lists that the nodes offer as choices. */
export const connectionRoutes: FastifyPluginCallbackZod<ConnectionOptions> = (app, { connections }, done) => {
	app.get(
		'/connections',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'List the connections that tasks may name',
				response: { 200: connectionListSchema, ...errorResponses },
			},
		},
		() => ({ items: connections.list().map(({ name, baseUrl }) => ({ name, baseUrl })) }),
	);

	app.get(
		'/connections/:name/agents',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'List the agents that the key of a connection can access, up to 500 at a time, cached for 30 s',
				params: connectionParams,
				querystring: agentListQuery,
				response: { 200: agentListSchema, ...errorResponses },
			},
		},
		async ({ params, query }) => {
			const { agents, complete, nextOffset } = await connections.get(params.name).agents(query);
			return { items: agents, complete, nextOffset };
		},
	);

	app.get(
		'/connections/:name/agents/:agentId/mailboxes',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'List the mailboxes from which an agent can send, cached for 30 s',
				params: agentParams,
				response: { 200: mailboxListSchema, ...errorResponses },
			},
		},
		async ({ params }) => ({ items: [...(await connections.get(params.name).mailboxes(params.agentId))] }),
	);
	done();
};

type BucketOptions = Pick<GatewayServices, 'buckets'>;

/** The buckets that an export may name. */
export const bucketRoutes: FastifyPluginCallbackZod<BucketOptions> = (app, { buckets }, done) => {
	app.get(
		'/buckets',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'List the buckets that a lead-export may name',
				response: { 200: bucketListSchema, ...errorResponses },
			},
		},
		() => ({ items: buckets.names.map((name) => ({ name })) }),
	);
	done();
};

type DestinationOptions = Pick<GatewayServices, 'destinations'>;

/** The destinations of lead syncs. */
export const destinationRoutes: FastifyPluginCallbackZod<DestinationOptions> = (app, { destinations }, done) => {
	app.get(
		'/destinations',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'List the destinations that a lead-sync may name',
				response: { 200: destinationListSchema, ...errorResponses },
			},
		},
		() => ({ items: destinations.list().map(({ name, type, target }) => ({ name, type, target })) }),
	);

	app.post(
		'/destinations/:name/check',
		{
			config: {
				role: 'start',
				repeat: 'It creates only what is missing. A webhook gets another ping.',
			},
			schema: {
				tags: ['Lists'],
				summary: 'Test whether leads can be written to a destination, and leave no lead there',
				params: destinationParams,
				headers: optionalIdempotencyHeaders,
				response: { 200: destinationCheckSchema, ...errorResponses },
			},
		},
		async ({ params }) => {
			return { ok: true as const, ...(await destinations.probe(params.name)) };
		},
	);
	done();
};

type TaskTypeOptions = Pick<GatewayServices, 'retentionHours'>;

/** The definitions, with the input of each task as JSON Schema. */
export const taskTypeRoutes: FastifyPluginCallbackZod<TaskTypeOptions> = (app, { retentionHours }, done) => {
	const items = TASK_TYPES.map((type) => {
		const { title, description, version, keyReuse, decisions, schedulable = false, input } = definitions[type];
		const inputSchema = { ...z.toJSONSchema(input, { io: 'input' }) };
		return {
			type,
			title,
			description,
			version,
			keyReuse,
			schedulable,
			actions: actionsOf(type),
			endedActions: [...(keyReuse === 'after-failure' ? ['retry'] : []), 'resend-result'],
			decisions: [...decisions],
			inputSchema,
		};
	});
	app.get(
		'/task-types',
		{
			config: { role: 'read' },
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

/** Shows whether a token works. The credential's test calls it. */
export const whoamiRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
	app.get(
		'/whoami',
		{
			config: { role: 'any' },
			schema: {
				tags: ['Lists'],
				summary: "Get the name and the roles of the token, and the gateway's version",
				response: { 200: whoamiSchema, ...errorResponses },
			},
		},
		({ tokenName, tokenRoles }) => ({ version: VERSION, name: tokenName, roles: [...(tokenRoles ?? [])] }),
	);
	done();
};
