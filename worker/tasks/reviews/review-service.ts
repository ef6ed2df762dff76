import {
	type Client,
	isGrpcCancelledError,
	isGrpcDeadlineError,
	WorkflowNotFoundError,
	WorkflowUpdateFailedError,
	WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import {
	type Decision,
	type DecisionRequest,
	type DecisionResponse,
	decisionResponseOf,
	type DecisionUpdate,
	EDIT,
} from '../../../workflows/review/contract';
import { keyReused } from '../../problems/key-reused';
import { Problem } from '../../problems/problem';
import { reviewIn } from '../definitions';
import { updateIdOf } from '../noted-requests';
import type { Review } from '../subjects';
import { inputDigest } from '../task-input';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';

/** Questions of tasks to people, and their answers. */
export interface ReviewService {
	/** @throws Problem `task_not_found`, Problem `no_review` if the task has no review */
	read(taskId: string): Promise<Review>;
	/**
	 * A repeated decision returns the same response, also after the task has ended.
	 * @throws Problem `task_not_found`, `no_review`, `idempotency_key_reused`, or why the task refused the decision
	 * if the key was used for another decision
	 */
	decide(taskId: string, request: DecisionRequest): Promise<Omit<DecisionResponse, 'asked'>>;
}

/** The person and the channel are not part of the decision itself. */
function askedBy({ id: _id, by: _by, via: _via, ...decision }: DecisionRequest): string {
	return inputDigest(decision);
}

/** Reviews as queries and updates of the task's workflow. */
export class TemporalReviewService implements ReviewService {
	constructor(
		private readonly client: Client,
		private readonly tasks: Pick<TaskService, 'get'>,
	) {}

	async read(taskId: string): Promise<Review> {
		const { subject, status } = await this.subjectOf(taskId);
		const shown: unknown = await this.asked(() => this.client.workflow.getHandle(taskId).query('review'));
		const view = subject.view.parse(shown);
		return { subject, view: status === 'running' ? view : { ...view, question: null } };
	}

	private async subjectOf(taskId: string): Promise<Pick<Review, 'subject'> & Pick<TaskView, 'status'>> {
		const { type, status } = await this.tasks.get(taskId);
		const review = reviewIn(type);
		if (review === undefined) throw noReview(taskId, type);
		return { subject: review.subject, status };
	}

	async decide(taskId: string, request: DecisionRequest): Promise<DecisionResponse> {
		const { subject } = await this.subjectOf(taskId);
		const asked = askedBy(request);
		const answer = await this.update(taskId, subject, { ...request, asked });
		const { action, hash } = answer.decision;
		const isSame = action === request.action && hash === request.hash && answer.asked === asked;
		if (!isSame)
			throw keyReused(
				`The key was used for another decision: ${action} on ${hash}. Send that decision again, or use another key.`,
			);
		return answer;
	}

	private async update(taskId: string, subject: Review['subject'], request: DecisionUpdate): Promise<DecisionResponse> {
		const handle = this.client.workflow.getHandle(taskId);
		try {
			const updateId = updateIdOf('decide', request.id);
			const answer: unknown = await this.asked(() => handle.executeUpdate('decide', { updateId, args: [request] }));
			return decisionResponseOf(subject.actions).parse(answer);
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) return this.afterTheEnd(taskId, request);
			if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
				throw decisionRefused(error.cause.type ?? 'decision_refused', error.cause.message);
			throw error;
		}
	}

	/** The task has ended: a decision that it had accepted returns its earlier response. */
	private async afterTheEnd(taskId: string, request: DecisionUpdate): Promise<DecisionResponse> {
		const { id, action, hash } = request;
		const { subject, view } = await this.read(taskId);
		const { decisions, asked, cancelled } = view;
		const own = decisions.find((decision) => decision.id === id);
		if (own !== undefined) return { decision: own, next: null, asked: asked[id] ?? request.asked };
		const isSaid = ({ id: other }: Decision) => !subject.worded.includes(action) || asked[other] === request.asked;
		const same = decisions.find((each) => each.action === action && each.hash === hash && isSaid(each));
		if (same !== undefined) return { decision: same, next: null, asked: request.asked };
		throw decisionRefused('no_open_question', endOf(decisions.at(-1), cancelled));
	}

	/** Reports a missing worker in our own words instead of Temporal's. */
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

function endOf(last: Decision | undefined, cancelled: string | undefined): string {
	if (cancelled !== undefined) return `The task was cancelled. ${cancelled}`;
	if (last === undefined || last.action === EDIT) return 'The task has ended without a decision, so nothing was sent.';
	return `The task has ended. ${last.by} already decided: ${last.action} at ${last.at}.`;
}

export function noReview(taskId: string, type: string): Problem {
	return new Problem({
		type: 'no_review',
		title: 'This task has no review',
		status: 409,
		detail: `${taskId} is a task of the type ${type}, which accepts no decisions.`,
	});
}

/** The decision does not match the task's current question. */
export function decisionRefused(type: string, detail: string): Problem {
	return new Problem({ type, title: 'The task refused the decision', status: 409, detail });
}

export function nobodyAnswers(): Problem {
	return new Problem({
		type: 'no_worker',
		title: 'No worker responded for the task',
		status: 503,
		detail:
			'The task is safe, but no worker responded for it in time. Send the request again in a moment, with the same Idempotency-Key.',
		retryAfterSeconds: 10,
	});
}
