import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponses } from '../schemas';

/** Tells whether a token works; the credential's test asks it. */
export const whoamiRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
	app.get(
		'/whoami',
		{
			schema: {
				tags: ['Lists'],
				summary: 'The name of the token that was sent',
				response: { 200: z.object({ name: z.string() }), ...errorResponses },
			},
		},
		({ tokenName }) => ({ name: tokenName }),
	);
	done();
};
