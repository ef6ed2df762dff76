import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { definitions } from '../../tasks/definitions';
import { checkedInput } from '../plugins/request-validation';
import {
	errorResponses,
	idempotencyHeaders,
	refusedLeadsSchema,
	taskActionAnswer,
	taskActionBody,
	taskActionParams,
	taskIdParams,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'tasks' | 'actions'>;

/** What running tasks can be asked. */
export const taskActionRoutes: FastifyPluginCallbackZod<Options> = (app, { tasks, actions }, done) => {
	app.post(
		'/tasks/:id/actions/:action',
		{
			config: {
				role: 'start',
				repeat:
					'The key, for each action: the task answers a repeat as it did the first time, and does nothing; 409 with another body.',
			},
			schema: {
				tags: ['Tasks'],
				summary: 'Ask a running task for something; a repeat with the same key is answered and not done again',
				headers: idempotencyHeaders,
				params: taskActionParams,
				body: taskActionBody,
				response: { 200: taskActionAnswer, ...errorResponses },
			},
		},
		async ({ params: { id, action }, headers, body }) => {
			const { type } = await tasks.get(id);
			const schema = definitions[type].actions?.[action];
			const input = schema === undefined ? {} : checkedInput(schema, body ?? {});
			return actions.act({ id, action, idempotencyKey: headers['idempotency-key'], input });
		},
	);

	app.get(
		'/tasks/:id/refused',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Tasks'],
				summary: 'The leads that the destination of a running lead-sync refused, and why',
				params: taskIdParams,
				response: { 200: refusedLeadsSchema, ...errorResponses },
			},
		},
		async ({ params }) => ({ items: await actions.refusedLeads(params.id) }),
	);
	done();
};
