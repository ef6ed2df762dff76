import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TOKEN_ROLES } from '../../config';
import { errorResponses } from '../schemas';

const whoamiSchema = z.object({
	name: z.string(),
	roles: z
		.array(z.enum(TOKEN_ROLES))
		.describe('read: every GET. start: all other requests but decisions. decide: decisions'),
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
