import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { definitions, type NamedThings } from '../../tasks/definitions';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { Problem } from '../../problems/problem';
import type { GatewayMetrics } from '../plugins/metrics';
import { errorResponses, idempotencyHeaders, taskStartedSchema } from '../schemas';
import type { GatewayServices } from '../services';
import { startTask } from '../start-task';
import { presentStarted } from '../present-task';

type Options = Pick<GatewayServices, 'tasks'> & NamedThings & { metrics: GatewayMetrics };

/** POST /v1/tasks/{type}: one route a task of the definitions, so that each has its own input in OpenAPI. */
export const startRoutes: FastifyPluginCallbackZod<Options> = (app, { tasks, metrics, ...named }, done) => {
	for (const type of TASK_TYPES) {
		app.post(
			`/tasks/${type}`,
			{
				config: { role: 'start', repeat: repeatOf(type) },
				schema: {
					tags: ['Tasks'],
					summary: definitions[type].title,
					description: definitions[type].description,
					headers: idempotencyHeaders,
					body: definitions[type].input,
					response: { 202: taskStartedSchema, ...errorResponses },
				},
			},
			async (request, reply) => {
				const { headers, body: input } = request;
				const task = await startTask(tasks, named, { type, idempotencyKey: headers['idempotency-key'], input });
				metrics.taskAccepted(type);
				return reply.code(202).send(presentStarted(task));
			},
		);
	}
	app.post<{ Params: { type: string } }>(
		'/tasks/:type',
		{ config: { role: 'start', repeat: 'Nothing is ever started.' }, schema: { hide: true } },
		({ params }) => {
			throw unknownTaskType(params.type);
		},
	);
	done();
};

function repeatOf(type: TaskType): string {
	const { identity, keyReuse } = definitions[type];
	if (identity !== undefined)
		return `There is one task for ${identity.join(', ')}: the same input again is the same task, whatever the key.`;
	if (keyReuse === 'never') return 'The key: the same task, also after it has failed.';
	return 'The key: the same task while it runs and once it has completed; one that failed is started anew.';
}

function unknownTaskType(type: string): Problem {
	const known = TASK_TYPES.join(', ');
	return new Problem({
		type: 'unknown_task_type',
		title: 'There is no such task type',
		status: 404,
		detail: `There is no task type "${type}". Known task types: ${known}.`,
		issues: [{ path: 'type', message: `"${type}" is unknown; known are: ${known}` }],
	});
}
