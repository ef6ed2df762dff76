import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { DecisionResponse, Question } from '../../../workflows/review/contract';
import { Problem } from '../../problems/problem';
import { isAbout, type Review } from '../../tasks/subjects';
import { reachedConnections } from '../plugins/reach';
import {
	decisionAnswerSchema,
	decisionBodySchema,
	errorResponses,
	idempotencyHeaders,
	reviewSchema,
	taskIdParams,
} from '../schemas';
import { noMail, presentMail } from '../schemas/mail-review';
import { presentPlan } from '../schemas/plan-review';
import type { LookedExecution } from '../../tasks/executions';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'reviews'>;

/** Questions of tasks to people, and their decisions. */
export const taskDecisionRoutes: FastifyPluginCallbackZod<Options> = (app, { reviews }, done) => {
	app.get(
		'/tasks/:id/review',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Reviews'],
				summary: 'Get what waits for a person: the email or the plan, its hash, and the decisions so far',
				params: taskIdParams,
				response: { 200: reviewSchema, ...errorResponses },
			},
		},
		async ({ params: { id }, reach }) => {
			const looked = reviews.execution(id, reachedConnections(reach));
			const [review, execution] = await Promise.all([reviews.read(id), looked]);
			return presentReview(id, review, execution);
		},
	);

	app.post(
		'/tasks/:id/decision',
		{
			config: {
				role: 'decide',
				reach: ['task'],
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
			const { by, note = null, despiteStopped, ...decision } = body;
			const said = {
				...decision,
				id: headers['idempotency-key'],
				by: deciderOf(request, by),
				via: 'api' as const,
				note,
			};
			const answer = await reviews.decide(params.id, said, {
				despiteStopped,
				within: reachedConnections(request.reach),
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
	if (signedInBy !== 'proxy' || by === callerName) return by;
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
	review: Review,
	execution: LookedExecution | null,
): z.infer<typeof reviewSchema> {
	const { question, decisions } = review.view;
	return { taskId, ...presentSubject(review), execution, question: question && presentQuestion(question), decisions };
}

function presentSubject(review: Review) {
	if (isAbout('mail', review)) return { ...presentMail(review.view), plan: null };
	const { agentId } = review.view;
	return { agentId, ...noMail, plan: presentPlan(review.view) };
}

function presentAnswer({ decision, next }: Omit<DecisionResponse, 'asked'>): z.infer<typeof decisionAnswerSchema> {
	return { decision, next: next && presentQuestion(next) };
}

function presentQuestion({ expiresAt, ...question }: Question) {
	return { ...question, expiresAt: new Date(expiresAt).toISOString() };
}
