import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { sealReviewToken } from '../../tasks/reviews/review-links';
import { waitsForPerson } from '../../tasks';
import { errorResponses, taskDetailsSchema, taskIdParams } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'tasks' | 'reviews' | 'keyring' | 'temporalPages'>;

/** GET /v1/tasks/{id}/details: what people who look after a task want to know beside its view. */
export const taskDetailRoutes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { tasks, reviews, keyring, temporalPages } = options;
	app.get(
		'/tasks/:id/details',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Tasks'],
				summary: 'What a task was started with, and where people find it',
				params: taskIdParams,
				response: { 200: taskDetailsSchema, ...errorResponses },
			},
		},
		async ({ params, tokenRoles }) => {
			const { id, input, runId } = await tasks.details(params.id);
			const mayDecide = tokenRoles?.includes('decide') === true;
			return {
				id,
				input: { ...input },
				temporalUrl: temporalPages === null ? null : `${temporalPages}/workflows/${encodeURIComponent(id)}/${runId}`,
				reviewPath: mayDecide ? await reviewPathOf(id) : null,
			};
		},
	);

	/** Made for nobody in particular, so the page asks for a name. */
	async function reviewPathOf(id: string): Promise<string | null> {
		const task = await tasks.get(id);
		if (task.type !== 'email-send-with-review' || !waitsForPerson(task)) return null;
		const { question, keyVersion } = await reviews.read(id);
		if (question === null) return null;
		const link = { taskId: id, question: question.number, reviewer: null, expiresAt: question.expiresAt, keyVersion };
		return `/review/${sealReviewToken(keyring, link)}`;
	}
	done();
};
