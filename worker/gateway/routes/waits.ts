import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import {
	errorResponses,
	optionalIdempotencyHeaders,
	waitBodySchema,
	waitCheckBody,
	waitCheckedSchema,
	waitIdParams,
	waitStartedSchema,
	waitViewSchema,
} from '../schemas';
import type { GatewayServices } from '../services';
import type { WaitCaller } from '../../tasks';
import { callerKey } from '../plugins/rate-limits';
import { presentTask } from '../replies/task';

type Options = Pick<GatewayServices, 'waits' | 'connections'>;

/** Waits of n8n executions: several tasks, one callback. */
export const waitRoutes: FastifyPluginCallbackZod<Options> = (app, { waits, connections }, done) => {
	app.post(
		'/waits',
		{
			config: {
				role: 'start',
				reach: ['tasksOfBody'],
				repeat: 'The same execution, node, run index, tasks and callback are the same wait.',
			},
			schema: {
				tags: ['Waits'],
				summary:
					'Send one callback when all tasks have ended. A newer wait of the same execution and node ends an older one.',
				headers: optionalIdempotencyHeaders,
				body: waitBodySchema,
				response: { 202: waitStartedSchema, ...errorResponses },
			},
		},
		async (request, reply) => {
			const { id } = await waits.start(request.body, callerOf(request));
			return reply.code(202).send({ id, links: { self: `/v1/waits/${encodeURIComponent(id)}` } });
		},
	);

	app.post(
		'/waits/check',
		{
			config: { role: 'start', reach: ['all'], repeat: 'It starts nothing.' },
			schema: {
				tags: ['Waits'],
				summary: 'Check whether a wait could call back to an address, before the tasks are started',
				headers: optionalIdempotencyHeaders,
				body: waitCheckBody,
				response: { 200: waitCheckedSchema, ...errorResponses },
			},
		},
		async (request) => {
			await waits.check(request.body.callbackUrl, callerOf(request));
			return { ok: true as const };
		},
	);

	app.get(
		'/waits/:id',
		{
			config: { role: 'read', reach: ['wait'] },
			schema: {
				tags: ['Waits'],
				summary: 'Get a wait and its tasks with their results',
				params: waitIdParams,
				response: { 200: waitViewSchema, ...errorResponses },
			},
		},
		async ({ params, reach }) => {
			const { id, status, tasks } = await waits.get(params.id);
			return { id, status, tasks: tasks.map((task) => presentTask(task, connections, reach)) };
		},
	);
	done();
};

/** Undefined: not bound. */
function callerOf(request: FastifyRequest): WaitCaller | undefined {
	const { reach } = request;
	return reach === null ? undefined : { owner: callerKey(request), callbackHosts: reach.callbackHosts };
}
