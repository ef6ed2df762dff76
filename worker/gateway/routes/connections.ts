import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { agentListQuery, agentListSchema, connectionListSchema, connectionParams, errorResponses } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'connections'>;

/** What the nodes offer to choose from. */
export const connectionRoutes: FastifyPluginCallbackZod<Options> = (app, { connections }, done) => {
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
