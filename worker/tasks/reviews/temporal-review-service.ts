import {
	type Client,
	isGrpcDeadlineError,
	isGrpcCancelledError,
	WorkflowNotFoundError,
	WorkflowUpdateFailedError,
	WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Decision } from '../../../workflows/email/contract';
import { keyReused } from '../../problems/key-reused';
import { inputDigest } from '../input-parts';
import type { TaskService } from '../task-service';
import { updateIdOf } from '../update-id';
import { DecisionRefusedError, NoReviewError, nobodyAnswers } from './review-errors';
import {
	type DecisionAnswer,
	decisionAnswerSchema,
	type DecisionRequest,
	type DecisionUpdate,
	type ReviewView,
	reviewViewSchema,
} from '../../../workflows/email/review-contract';
import type { ReviewService } from './review-service';

/** Who decides and where is no part of what is decided. */
function askedBy({ action, hash, draft, note, resumeAutoReplies }: DecisionRequest): string {
	return inputDigest({ action, hash, draft, note, resumeAutoReplies });
}

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
		const asked = askedBy(request);
		const answer = await this.update(taskId, { ...request, asked });
		const { action, hash } = answer.decision;
		const isSame = action === request.action && hash === request.hash && answer.asked === asked;
		if (!isSame)
			throw keyReused(`It stands for another decision: ${action} on ${hash}. Send that again, or another key.`);
		return answer;
	}

	private async update(taskId: string, request: DecisionUpdate): Promise<DecisionAnswer> {
		const handle = this.client.workflow.getHandle(taskId);
		try {
			const updateId = updateIdOf('decide', request.id);
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
	private async afterTheEnd(taskId: string, request: DecisionUpdate): Promise<DecisionAnswer> {
		const { id, action, hash } = request;
		const { decisions, asked, cancelled } = await this.read(taskId);
		const own = decisions.find((decision) => decision.id === id);
		if (own !== undefined) return { decision: own, next: null, asked: asked[id] ?? request.asked };
		const isSaid = ({ id: other }: Decision) => action !== 'edit' || asked[other] === request.asked;
		const same = decisions.find((each) => each.action === action && each.hash === hash && isSaid(each));
		if (same !== undefined) return { decision: same, next: null, asked: request.asked };
		const ended =
			cancelled === undefined
				? 'The task has ended, and takes no more decisions.'
				: `The task was cancelled. ${cancelled}`;
		throw new DecisionRefusedError('no_open_question', ended);
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
