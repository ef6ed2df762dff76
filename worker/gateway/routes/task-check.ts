import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { TaskInput } from '../../../workflows/contracts';
import { checkNames, definitions, type NamedThings } from '../../tasks/definitions';
import { checkedInput } from '../plugins/request-validation';
import { errorResponses, optionalIdempotencyHeaders, taskTypeSchema } from '../schemas';

/**
 * POST /v1/tasks/check: what would be refused at a start, as far as it can be told without the service, whose calls are
 * counted. Who starts many tasks asks for each before the first one starts.
 */
export const checkRoutes: FastifyPluginCallbackZod<NamedThings> = (app, named, done) => {
	app.post(
		'/tasks/check',
		{
			config: { role: 'start', repeat: 'Nothing is ever started.' },
			schema: {
				tags: ['Tasks'],
				summary: 'Check an input by its fields and by the names of this configuration; the service is not asked',
				headers: optionalIdempotencyHeaders,
				body: z.object({ type: taskTypeSchema, input: z.looseObject({}).describe('As for a start of this type') }),
				response: { 204: z.null(), ...errorResponses },
			},
		},
		async ({ body: { type, input } }, reply) => {
			checkNames(named, checkedInput<TaskInput>(definitions[type].input, input));
			return reply.code(204).send(null);
		},
	);
	done();
};
