import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { canMeetOthers } from '../../hooks/because-of-others';
import { reaches } from '../plugins/reach';
import { errorResponses, hookListSchema } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'hooks' | 'collected'>;

/** GET /v1/hooks: the hooks of the configuration, without their secrets. */
export const hookListRoutes: FastifyPluginCallbackZod<Options> = (app, { hooks, collected }, done) => {
	app.get(
		'/hooks',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Hooks'],
				summary: 'List the hooks, what they start and what they collect',
				response: { 200: hookListSchema, ...errorResponses },
			},
		},
		async ({ reach }) => {
			const entries = Object.entries(hooks).filter(([, { connection }]) => reaches(reach, connection));
			const keepsMessages = entries.some(([, hook]) => hook.quietSeconds !== undefined || canMeetOthers(hook.task));
			const subjects = keepsMessages ? await collected.subjects() : [];
			const items = entries.map(([name, hook]) => ({
				name,
				path: `/hooks/${name}`,
				task: hook.task,
				connection: hook.connection,
				signature: hook.signature,
				quietSeconds: hook.quietSeconds ?? null,
				longestDelaySeconds: hook.longestDelaySeconds ?? null,
				finishWithinMinutes: hook.finishWithinMinutes ?? null,
				subjects: subjects
					// The hook may have been of another connection before.
					.filter(({ subject }) => subject.hook === name && reaches(reach, subject.connection))
					.map(({ subject: { agentId }, open, running, last }) => ({ agentId, open, running, last })),
			}));
			return { items };
		},
	);
	done();
};
