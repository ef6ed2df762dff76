import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { Resent } from '../../webhooks/task-resends';
import { errorResponses, idempotencyHeaders, taskIdParams, taskResentSchema } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'resends'>;

/** POST /v1/tasks/{id}/actions/resend-result: for tasks that have ended, unlike most actions. */
export const taskResendRoutes: FastifyPluginCallbackZod<Options> = (app, { resends }, done) => {
	app.post(
		'/tasks/:id/actions/resend-result',
		{
			config: { role: 'start', repeat: 'The key: it sends once, and the answer is that of the first time.' },
			schema: {
				tags: ['Tasks'],
				summary:
					"Send the events of a task's end, and the callbacks of the waits for it, again with the same webhook-id",
				description:
					'task.completed or task.failed, and email.outcome or schedule.digest where the task has told it, to the subscriptions that want them now; and the callback of each wait for the task that has ended. With the id of a wait, its callback alone. Refused with 409 while the task runs or the wait goes on, and when there is nothing to send. It is sent as soon as a worker runs.',
				headers: idempotencyHeaders,
				params: taskIdParams,
				response: { 202: taskResentSchema, ...errorResponses },
			},
		},
		async ({ params: { id }, headers }, reply) => {
			const resent = await resends.resend(id, headers['idempotency-key']);
			return reply.code(202).send({ message: messageOf(resent), ...resent });
		},
	);
	done();
};

function messageOf({ events, callbacks }: Resent): string {
	const ofEvents = events.map(({ type, subscriptions: { length: count } }) =>
		count === 0
			? `No subscription wants ${type}, so it is not sent.`
			: `${type} is sent again to ${count === 1 ? 'one subscription' : `${count} subscriptions`}.`,
	);
	const ofCallbacks = callbacks.map(({ host }) => `The callback to ${host} is sent again.`);
	return [...ofEvents, ...ofCallbacks].join(' ');
}
