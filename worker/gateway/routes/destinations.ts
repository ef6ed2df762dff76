import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import {
	destinationCheckSchema,
	destinationListSchema,
	destinationParams,
	errorResponses,
	optionalIdempotencyHeaders,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'destinations'>;

/** Where leads may be synced to. */
export const destinationRoutes: FastifyPluginCallbackZod<Options> = (app, { destinations }, done) => {
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
