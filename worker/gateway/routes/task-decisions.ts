import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { DecisionResponse, Question, ReviewView } from '../../../workflows/email/review-contract';
import {
	decisionAnswerSchema,
	decisionBodySchema,
	errorResponses,
	idempotencyHeaders,
	reviewSchema,
	taskIdParams,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'reviews'>;

/** Questions of tasks to people, and their decisions. */
export const taskDecisionRoutes: FastifyPluginCallbackZod<Options> = (app, { reviews }, done) => {
	app.get(
		'/tasks/:id/review',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Reviews'],
				summary: 'Get what waits for a person: the email, its hash, and the decisions so far',
				params: taskIdParams,
				response: { 200: reviewSchema, ...errorResponses },
			},
		},
		async ({ params }) => presentReview(params.id, await reviews.read(params.id)),
	);

	app.post(
		'/tasks/:id/decision',
		{
			config: {
				role: 'decide',
				repeat: 'The key: the same decision returns the first response. Another decision gets 409.',
			},
			schema: {
				tags: ['Reviews'],
				summary: 'Decide on the current version. A decision on an older version is refused.',
				params: taskIdParams,
				headers: idempotencyHeaders,
				body: decisionBodySchema,
				response: { 200: decisionAnswerSchema, ...errorResponses },
			},
		},
		async ({ params, headers, body, tokenName }) => {
			const { action, hash, draft, resumeAutoReplies } = body;
			const answer = await reviews.decide(params.id, {
				id: headers['idempotency-key'],
				action,
				hash,
				...(draft === undefined ? {} : { draft }),
				by: body.by ?? tokenName,
				via: 'api',
				note: body.note ?? null,
				resumeAutoReplies,
			});
			return presentAnswer(answer);
		},
	);
	done();
};

function presentReview(
	taskId: string,
	{ agentId, sessionId, sender, draft, question, decisions }: ReviewView,
): z.infer<typeof reviewSchema> {
	return {
		taskId,
		agentId,
		sessionId,
		from: sender?.address ?? null,
		signature: sender?.signature ?? null,
		draft,
		question: question && presentQuestion(question),
		decisions,
	};
}

function presentAnswer({ decision, next }: Omit<DecisionResponse, 'asked'>): z.infer<typeof decisionAnswerSchema> {
	return { decision, next: next && presentQuestion(next) };
}

function presentQuestion({ expiresAt, ...question }: Question) {
	return { ...question, expiresAt: new Date(expiresAt).toISOString() };
}
