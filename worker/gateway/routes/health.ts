import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** For load balancers. What works and what does not, and the metrics, are served on an address of their own. */
export const healthRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
	app.get(
		'/healthz',
		{
			config: { anyQuery: 'Any. Some monitors add one against caches.' },
			schema: {
				tags: ['Operations'],
				summary: 'Check that the process is alive',
				security: [],
				response: { 200: z.object({ status: z.literal('ok') }) },
			},
		},
		() => ({ status: 'ok' as const }),
	);
	done();
};
