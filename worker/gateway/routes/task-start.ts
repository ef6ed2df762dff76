import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TASK_TYPES, type TaskInput, type TaskType } from '../../../workflows/contracts';
import { VERSION } from '../../config';
import { Problem } from '../../problems/problem';
import { startChecked, unlessBusy } from '../../tasks';
import {
	checkListedAgents,
	checkNames,
	checkStart,
	definitions,
	type NamedThings,
	refuseWithoutSchedule,
	startWarnings,
} from '../../tasks/definitions';
import type { GatewayMetrics } from '../plugins/observability';
import { limitsOf } from '../plugins/reach';
import { checkedInput } from '../plugins/request-validation';
import {
	errorResponses,
	idempotencyHeaders,
	optionalIdempotencyHeaders,
	taskCheckedSchema,
	taskStartedSchema,
	taskTypeSchema,
} from '../schemas';
import type { GatewayServices } from '../services';
import { presentStarted } from '../replies/task';

type Options = Pick<GatewayServices, 'tasks'> & NamedThings & { metrics: GatewayMetrics };

/** POST /v1/tasks/{type}: one route a task of the definitions, so that each has its own input in OpenAPI. */
export const startRoutes: FastifyPluginCallbackZod<Options> = (app, { tasks, metrics, ...named }, done) => {
	for (const type of TASK_TYPES) {
		app.post(
			`/tasks/${type}`,
			{
				config: { role: 'start', reach: ['names'], repeat: repeatOf(type) },
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
				const { headers, body: input, reach } = request;
				const start = { type, idempotencyKey: headers['idempotency-key'], input, ...limitsOf(reach) };
				const task = await startChecked(tasks, named, start);
				metrics.taskAccepted(type);
				return reply.code(202).send(presentStarted(task));
			},
		);
	}
	app.post<{ Params: { type: string } }>(
		'/tasks/:type',
		{ config: { role: 'start', reach: ['all'], repeat: 'It starts nothing.' }, schema: { hide: true } },
		({ params }) => {
			throw unknownTaskType(params.type);
		},
	);
	done();
};

function repeatOf(type: TaskType): string {
	const { identity, keyReuse } = definitions[type];
	if (identity !== undefined)
		return `Only one task exists for ${identity.join(', ')}. The same input returns that task, whatever the key.`;
	if (keyReuse === 'never') return 'The key: it returns the same task, even after it has failed.';
	return 'The key: it returns the same task while it runs and after it has completed. It starts a failed task again.';
}

function unknownTaskType(type: string): Problem {
	const known = TASK_TYPES.join(', ');
	return new Problem({
		type: 'unknown_task_type',
		title: `This gateway (version ${VERSION}) has no such task type`,
		status: 404,
		detail: `There is no task type "${type}". Known task types: ${known}.`,
	});
}

type CheckOptions = NamedThings & Pick<GatewayServices, 'subscriptions' | 'sendsMail'>;

/**
 * POST /v1/tasks/check: what a start would refuse, as far as the fields, the configuration and the kept list of agents
 * show it, and what the caller should know. A caller with many tasks checks each of them before it starts the first one.
 */
export const checkRoutes: FastifyPluginCallbackZod<CheckOptions> = (
	app,
	{ subscriptions, sendsMail, ...named },
	done,
) => {
	app.post(
		'/tasks/check',
		{
			config: { role: 'start', reach: ['namesOfInput'], repeat: 'It starts nothing.' },
			schema: {
				tags: ['Tasks'],
				summary: 'Check an input without starting a task: its fields, the names in it, its agents, and who is notified',
				headers: optionalIdempotencyHeaders,
				body: z.object({ type: taskTypeSchema, input: z.looseObject({}).describe('The input of this task type') }),
				response: { 200: taskCheckedSchema, ...errorResponses },
			},
		},
		async ({ body: { type, input } }) => {
			const checked = checkedInput<TaskInput>(definitions[type].input, input);
			const unchecked = await unlessBusy(async () => {
				if ('connection' in checked) {
					refuseWithoutSchedule(type, checked);
					await checkNames(named, checked);
					await checkListedAgents(named.connections, checked);
				} else await checkStart(type, named, checked);
			});
			return { warnings: [...(await startWarnings(type, { subscriptions, sendsMail }, checked)), ...unchecked] };
		},
	);
	done();
};
