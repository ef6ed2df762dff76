import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { catalogue, TASK_TYPES, type TaskDefinition } from '../../../workflows/catalogue';
import { taskSchemas } from '../../tasks';
import { errorResponses, taskTypeListSchema } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'retentionHours'>;

/** The catalogue, with the input of each task as JSON Schema. */
export const taskTypeRoutes: FastifyPluginCallbackZod<Options> = (app, { retentionHours }, done) => {
	const items = TASK_TYPES.map((type) => {
		const { title, description, version, keyReuse, decisions, actions = [] }: TaskDefinition = catalogue[type];
		const inputSchema = { ...z.toJSONSchema(taskSchemas[type].input, { io: 'input' }) };
		return {
			type,
			title,
			description,
			version,
			keyReuse,
			actions: [...actions],
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
