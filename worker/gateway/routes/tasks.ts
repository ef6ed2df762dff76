import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { presentTask } from '../present-task';
import type { LongPolls } from '../plugins/long-polls';
import {
	errorResponses,
	cancelHeaders,
	taskIdParams,
	taskListQuery,
	taskPageSchema,
	taskReadQuery,
	taskViewSchema,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'tasks'> & { longPolls: LongPolls };

/** Reading, listing and cancelling tasks. */
export const taskRoutes: FastifyPluginCallbackZod<Options> = (app, { tasks, longPolls }, done) => {
	app.get(
		'/tasks',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Tasks'],
				summary: 'Tasks, newest first',
				querystring: taskListQuery,
				response: { 200: taskPageSchema, ...errorResponses },
			},
		},
		async ({ query }) => {
			const { items, nextPageToken } = await tasks.list(query);
			return { items: items.map(presentTask), nextPageToken };
		},
	);

	app.get(
		'/tasks/:id',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Tasks'],
				summary: 'One task; with `wait` answered when it ends, or when the seconds have passed',
				params: taskIdParams,
				querystring: taskReadQuery,
				response: { 200: taskViewSchema, ...errorResponses },
			},
		},
		async ({ params, query }, reply) => {
			const waitMs = query.wait * 1000;
			const task =
				waitMs === 0 ? await tasks.get(params.id) : await tasks.waitFor(params.id, waitMs, longPolls.signalFor(reply));
			return presentTask(task);
		},
	);

	app.post(
		'/tasks/:id/cancel',
		{
			config: {
				role: 'start',
				repeat:
					'The key: it stops the run that it met, and a late repeat no run after that. None: whichever run there is.',
			},
			schema: {
				tags: ['Tasks'],
				summary: 'Ask a task to stop; it ends a moment later',
				headers: cancelHeaders,
				params: taskIdParams,
				response: { 202: taskViewSchema, ...errorResponses },
			},
		},
		async ({ params, headers }, reply) =>
			reply.code(202).send(presentTask(await tasks.cancel(params.id, headers['idempotency-key']))),
	);
	done();
};
