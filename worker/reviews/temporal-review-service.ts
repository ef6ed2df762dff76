import { createHash } from 'node:crypto';
import {
	type Client,
	isGrpcDeadlineError,
	isGrpcCancelledError,
	WorkflowNotFoundError,
	WorkflowUpdateFailedError,
	WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DecisionAnswer, DecisionRequest, ReviewView } from '../../workflows/email/contract';
import type { TaskService } from '../tasks/task-service';
import { DecisionRefusedError, NoReviewError, nobodyAnswers } from './review-errors';
import { decisionAnswerSchema, reviewViewSchema } from './review-schema';
import type { ReviewService } from './review-service';

/** Reviews as queries and updates of the task's workflow. */
export class TemporalReviewService implements ReviewService {
	constructor(
		private readonly client: Client,
		private readonly tasks: Pick<TaskService, 'get'>,
	) {}

	async read(taskId: string): Promise<ReviewView> {
		const { type, status } = await this.tasks.get(taskId);
		if (type !== 'email-send-with-review') throw new NoReviewError(taskId, type);
		const view = await this.asked(() => this.client.workflow.getHandle(taskId).query('review'));
		const parsed = reviewViewSchema.parse(view);
		return status === 'running' ? parsed : { ...parsed, question: null };
	}

	async decide(taskId: string, request: DecisionRequest): Promise<DecisionAnswer> {
		const { type } = await this.tasks.get(taskId);
		if (type !== 'email-send-with-review') throw new NoReviewError(taskId, type);
		const answer = await this.update(taskId, request);
		const { decision } = answer;
		if (decision.action !== request.action || decision.hash !== request.hash) {
			throw new DecisionRefusedError(
				'idempotency_key_reused',
				`This Idempotency-Key was used before for another decision: ${decision.action} on ${decision.hash}.`,
			);
		}
		return answer;
	}

	private async update(taskId: string, request: DecisionRequest): Promise<DecisionAnswer> {
		const handle = this.client.workflow.getHandle(taskId);
		try {
			const updateId = createHash('sha256').update(request.id).digest('base64url');
			const answer: unknown = await this.asked(() => handle.executeUpdate('decide', { updateId, args: [request] }));
			return decisionAnswerSchema.parse(answer);
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) return this.afterTheEnd(taskId, request);
			if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
				throw new DecisionRefusedError(error.cause.type ?? 'decision_refused', error.cause.message);
			throw error;
		}
	}

	/** The task has ended: a decision that it took before is answered as it was. */
	private async afterTheEnd(taskId: string, { id, action, hash }: DecisionRequest): Promise<DecisionAnswer> {
		const { decisions } = await this.read(taskId);
		const known =
			decisions.find((decision) => decision.id === id) ??
			decisions.find((decision) => decision.action === action && decision.hash === hash);
		if (known !== undefined) return { decision: known, next: null };
		throw new DecisionRefusedError('no_open_question', 'The task has ended, and takes no more decisions.');
	}

	/** A worker answers; when none does, that is told instead of Temporal's own words. */
	private async asked<Answer>(call: () => Promise<Answer>): Promise<Answer> {
		try {
			return await call();
		} catch (error) {
			if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) throw nobodyAnswers();
			if (isGrpcDeadlineError(error) || isGrpcCancelledError(error)) throw nobodyAnswers();
			throw error;
		}
	}
}
