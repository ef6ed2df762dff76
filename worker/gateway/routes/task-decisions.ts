import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { DecisionResponse, Question, ReviewView } from '../../../workflows/email/review-contract';
import { Problem } from '../../problems/problem';
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
		async (request) => {
			const { params, headers, body } = request;
			const { action, hash, draft, resumeAutoReplies } = body;
			const answer = await reviews.decide(params.id, {
				id: headers['idempotency-key'],
				action,
				hash,
				...(draft === undefined ? {} : { draft }),
				by: deciderOf(request, body.by),
				via: 'api',
				note: body.note ?? null,
				resumeAutoReplies,
			});
			return presentAnswer(answer);
		},
	);
	done();
};

/**
 * A token is a program's, which may name the person who decided. A person who signed in decides under their own name.
 * @throws Problem 400 for another name
 */
function deciderOf(
	{ callerName, signedInBy }: Pick<FastifyRequest, 'callerName' | 'signedInBy'>,
	by = callerName,
): string {
	if (signedInBy === 'token' || by === callerName) return by;
	const message = `must be missing, because you decide as "${callerName}"`;
	throw new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was decided. The field by ${message}.`,
		issues: [{ path: 'by', message }],
	});
}

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
