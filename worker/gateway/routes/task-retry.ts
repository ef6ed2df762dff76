import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { TaskInput } from '../../../workflows/contracts';
import { checkStart, definitions, type NamedThings } from '../../tasks/definitions';
import { checkedInput } from '../plugins/request-validation';
import { presentStarted } from '../present-task';
import { errorResponses, idempotencyHeaders, taskIdParams, taskStartedSchema } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'retries'> & NamedThings;

/** POST /v1/tasks/{id}/actions/retry: for tasks that have ended, unlike the other actions. */
export const taskRetryRoutes: FastifyPluginCallbackZod<Options> = (app, { retries, ...named }, done) => {
	app.post(
		'/tasks/:id/actions/retry',
		{
			config: { role: 'start', repeat: 'The key: it starts the task again once, also when it has failed again.' },
			schema: {
				tags: ['Tasks'],
				summary: 'Start a task again that did not complete, under its own id and with its own input',
				description:
					'Refused with 409 while it runs, when it has completed, and for types whose tasks are never started twice (email-send-with-review, add-sources).',
				headers: idempotencyHeaders,
				params: taskIdParams,
				response: { 202: taskStartedSchema, ...errorResponses },
			},
		},
		async ({ params: { id }, headers }, reply) => {
			const key = headers['idempotency-key'];
			const found = await retries.find(id, key);
			if ('repeated' in found) return reply.code(202).send(presentStarted(found.repeated));
			const { type, args } = found.retryable;
			await checkStart(type, named, checkedInput<TaskInput>(definitions[type].input, args.input));
			return reply.code(202).send(presentStarted(await retries.start(found.retryable, key)));
		},
	);
	done();
};
