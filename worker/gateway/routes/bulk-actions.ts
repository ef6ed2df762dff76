import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { bulkSelectionSchema } from '../../../workflows/bulk-action/contract';
import { callerKey } from '../plugins/rate-limits';
import { reachedConnections } from '../plugins/reach';
import { presentListed } from '../replies/task';
import { presentSchedule } from '../replies/schedule';
import { bulkPreviewSchema, errorResponses, optionalIdempotencyHeaders } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'bulkPreviews' | 'connections'>;

/** POST /v1/bulk-actions/preview: what a bulk-action with this filter would do, before anybody starts it. */
export const bulkActionRoutes: FastifyPluginCallbackZod<Options> = (app, { bulkPreviews, connections }, done) => {
	app.post(
		'/bulk-actions/preview',
		{
			config: {
				role: 'read',
				reach: ['lists', 'changedNames'],
				repeat: 'It does nothing. Each time it counts what matches then.',
			},
			schema: {
				tags: ['Tasks'],
				summary: 'Count and list what a bulk-action would do, and what it would refuse',
				headers: optionalIdempotencyHeaders,
				body: bulkSelectionSchema,
				response: { 200: bulkPreviewSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { body, reach } = request;
			const allowed = reachedConnections(reach) ?? null;
			const { sample, ...preview } = await bulkPreviews.preview(body, allowed, callerKey(request));
			const shown = sample.map(({ row: { id }, task, schedule, refusal }) => ({
				id,
				task: task === null ? null : presentListed(task, connections, reach),
				schedule: schedule === null ? null : presentSchedule(schedule),
				refusal,
			}));
			return { ...preview, sample: shown };
		},
	);
	done();
};
