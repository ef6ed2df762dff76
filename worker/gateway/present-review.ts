import type { z } from 'zod';
import type { DecisionAnswer, Question, ReviewView } from '../../workflows/email/review-contract';
import type { decisionAnswerSchema, reviewSchema } from './schemas';

export function presentReview(
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

export function presentAnswer({ decision, next }: Omit<DecisionAnswer, 'asked'>): z.infer<typeof decisionAnswerSchema> {
	return { decision, next: next && presentQuestion(next) };
}

function presentQuestion({ expiresAt, ...question }: Question) {
	return { ...question, expiresAt: new Date(expiresAt).toISOString() };
}
