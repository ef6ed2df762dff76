import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { errorResponses, incidentsSchema } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'incidents'>;

/** GET /v1/incidents: what is wrong now, what it blocks, what to do, and what works again. */
export const incidentRoutes: FastifyPluginCallbackZod<Options> = (app, { incidents }, done) => {
	app.get(
		'/incidents',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Tasks'],
				summary: 'Get what is wrong now, since when, what it blocks and what to do, and what works again',
				response: { 200: incidentsSchema, ...errorResponses },
			},
		},
		({ reach }) => incidents.read(reach === null ? null : reach.connections),
	);
	done();
};
