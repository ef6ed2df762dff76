import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TASK_TYPES } from '../../../workflows/contracts';
import { TOKEN_ROLES, type TokenRole } from '../../config';
import { actionsOf, definitions } from '../../tasks/definitions';
import {
	agentListQuery,
	agentListSchema,
	connectionListSchema,
	connectionParams,
	destinationCheckSchema,
	destinationListSchema,
	destinationParams,
	errorResponses,
	optionalIdempotencyHeaders,
	taskTypeListSchema,
} from '../schemas';
import type { GatewayServices } from '../services';

type ConnectionOptions = Pick<GatewayServices, 'connections'>;

/** What the nodes offer to choose from. */
export const connectionRoutes: FastifyPluginCallbackZod<ConnectionOptions> = (app, { connections }, done) => {
	app.get(
		'/connections',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'The connections that tasks may name',
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
				summary: 'The first 500 agents that the key of a connection can see; kept for 30 s',
				params: connectionParams,
				querystring: agentListQuery,
				response: { 200: agentListSchema, ...errorResponses },
			},
		},
		async ({ params, query }) => {
			const { agents, complete } = await connections.get(params.name).agents(query);
			return { items: agents, complete };
		},
	);
	done();
};

type DestinationOptions = Pick<GatewayServices, 'destinations'>;

/** Where leads may be synced to. */
export const destinationRoutes: FastifyPluginCallbackZod<DestinationOptions> = (app, { destinations }, done) => {
	app.get(
		'/destinations',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'The destinations that a lead-sync may name',
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
				repeat: 'It prepares only what is missing. A webhook gets another ping.',
			},
			schema: {
				tags: ['Lists'],
				summary: 'Try whether leads can be written to a destination, and leave nothing there',
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
		const { title, description, version, keyReuse, decisions, input } = definitions[type];
		const inputSchema = { ...z.toJSONSchema(input, { io: 'input' }) };
		return {
			type,
			title,
			description,
			version,
			keyReuse,
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
				summary: 'The tasks there are, and how long their keys are remembered',
				response: { 200: taskTypeListSchema, ...errorResponses },
			},
		},
		() => ({ items, retentionHours }),
	);
	done();
};

/** What each role is for, as docs/worker-configuration.md tells it. */
const MEANINGS: Readonly<Record<TokenRole, string>> = {
	read: 'every GET but those of `erase`: tasks, results and files, reviews, schedules, subscriptions, lists',
	start: 'start, cancel and steer tasks; schedules, subscriptions, uploads and waits',
	decide: 'approve, edit or reject a mail, and settle an uncertain one, through `POST /v1/tasks/{id}/decision`',
	erase: "find and erase one person's data, and read the reports: everything under `/v1/persons`",
	decode:
		"decrypt what Temporal keeps, also of people, for Temporal's own pages and command line: `POST /codec/decode`",
};

const whoamiSchema = z.object({
	name: z.string(),
	roles: z.array(z.enum(TOKEN_ROLES)).describe(TOKEN_ROLES.map((role) => `${role}: ${MEANINGS[role]}`).join('. ')),
});

/** Tells whether a token works; the credential's test asks it. */
export const whoamiRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
	app.get(
		'/whoami',
		{
			config: { role: 'any' },
			schema: {
				tags: ['Lists'],
				summary: 'The name of the token that was sent, and what it may do',
				response: { 200: whoamiSchema, ...errorResponses },
			},
		},
		({ tokenName, tokenRoles }) => ({ name: tokenName, roles: [...(tokenRoles ?? [])] }),
	);
	done();
};
