import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actionsOf, definitions } from '../../tasks/definitions';
import { TASK_TYPES } from '../../../workflows/contracts';
import { errorResponses, taskTypeListSchema } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'retentionHours'>;

/** The definitions, with the input of each task as JSON Schema. */
export const taskTypeRoutes: FastifyPluginCallbackZod<Options> = (app, { retentionHours }, done) => {
	const items = TASK_TYPES.map((type) => {
		const { title, description, version, keyReuse, decisions, input } = definitions[type];
		const inputSchema = { ...z.toJSONSchema(input, { io: 'input' }) };
		return {
			type,
			title,
			description,
			version,
			keyReuse,
			actions: actionsOf(type),
			endedActions: [...(keyReuse === 'after-failure' ? ['retry'] : []), 'resend-result'],
			decisions: [...decisions],
			inputSchema,
		};
	});
	app.get(
		'/task-types',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Lists'],
				summary: 'The tasks there are, and how long their keys are remembered',
				response: { 200: taskTypeListSchema, ...errorResponses },
			},
		},
		() => ({ items, retentionHours }),
	);
	done();
};
