import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { errorResponses, taskIdParams, timelineSchema } from '../schemas';
import { reachedConnections } from '../plugins/reach';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'timelines'>;

/** GET /v1/tasks/{id}/timeline: what happened to a task, for people. */
export const timelineRoutes: FastifyPluginCallbackZod<Options> = (app, { timelines }, done) => {
	app.get(
		'/tasks/:id/timeline',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Tasks'],
				summary:
					'Get what happened to a task: its stages, steps, retries, decisions and messages, at most 1,000 events',
				params: taskIdParams,
				response: { 200: timelineSchema, ...errorResponses },
			},
		},
		({ params, reach }) => timelines.read(params.id, reachedConnections(reach)),
	);
	done();
};
