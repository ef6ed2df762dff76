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
import { RESPONSE_LIMITS, type ResponseLimits } from '../../temporal/response-limits';
import { ExecutionLooks, executionSentence, type LookedExecution } from '../executions';
import { updateIdOf } from '../noted-requests';
import type { BlobStore } from '../../storage/blobs';
import { completed, misfitsOf, type Review } from '../subjects';
import { inputDigest } from '../task-input';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';
import type { Within } from '../within';

/** Questions of tasks to people, and their answers. */
export interface ReviewService {
	/** @throws Problem `task_not_found`, Problem `no_review` if the task has no review */
	read(taskId: string): Promise<Review>;
	/**
	 * A repeated decision returns the same response, also after the task has ended.
	 * @throws Problem `task_not_found`, `no_review`, `idempotency_key_reused`, or why the task refused the decision
	 * if the key was used for another decision, or `execution_stopped` if no flow waits any more for what it would do
	 * @param options `despiteStopped`: the person knows that. Default: false. `within`: of whose flows the caller is told
	 */
	decide(
		taskId: string,
		request: DecisionRequest,
		options?: { despiteStopped: boolean; within?: Within },
	): Promise<Omit<DecisionResponse, 'asked'>>;
	/** The execution of an n8n flow that waits for the task, as n8n shows it now; null if none does that is `within`. */
	execution(taskId: string, within?: Within): Promise<LookedExecution | null>;
}

/** Decisions after which something is sent or applied. */
const DOING: ReadonlySet<string> = new Set(['approve', 'retry_same_key']);

/** The person and the channel are not part of the decision itself. */
function askedBy({ id: _id, by: _by, via: _via, ...decision }: DecisionRequest): string {
	return inputDigest(decision);
}

/** Reviews as queries and updates of the task's workflow. */
export class TemporalReviewService implements ReviewService {
	private readonly looks: ExecutionLooks;

	constructor(
		private readonly client: Client,
		private readonly tasks: Pick<TaskService, 'get'>,
		/** Where subjects store what is too large for a history. */
		private readonly store: Pick<BlobStore, 'open'>,
		limits: Pick<ResponseLimits, 'execution'> = RESPONSE_LIMITS,
	) {
		this.looks = new ExecutionLooks(client, limits);
	}

	async read(taskId: string): Promise<Review> {
		const { subject, status } = await this.subjectOf(taskId);
		const shown: unknown = await this.asked(() => this.client.workflow.getHandle(taskId).query('review'));
		const review = await completed(subject, shown, { taskId, store: this.store });
		if (status !== 'running') review.view.question = null;
		return review;
	}

	private async subjectOf(taskId: string): Promise<Pick<Review, 'subject'> & Pick<TaskView, 'status'>> {
		const { type, status } = await this.tasks.get(taskId);
		const review = reviewIn(type);
		if (review === undefined) throw noReview(taskId, type);
		return { subject: review.subject, status };
	}

	async execution(taskId: string, within?: Within): Promise<LookedExecution | null> {
		return this.looks.of(await this.tasks.get(taskId), within);
	}

	async decide(
		taskId: string,
		request: DecisionRequest,
		{ despiteStopped, within }: { despiteStopped: boolean; within?: Within } = { despiteStopped: false },
	): Promise<DecisionResponse> {
		const { subject } = await this.subjectOf(taskId);
		throwIfForeign(subject, request);
		await this.throwIfMisfit(taskId, subject, request);
		if (!despiteStopped && DOING.has(request.action)) await this.throwIfStopped(taskId, request, within);
		const own = fitting(subject, request);
		const asked = askedBy(own);
		const answer = await this.update(taskId, subject, { ...own, asked });
		const { action, hash } = answer.decision;
		const isSame = action === request.action && hash === request.hash && answer.asked === asked;
		if (!isSame)
			throw keyReused(
				`The key was used for another decision: ${action} on ${hash}. Send that decision again, or use another key.`,
			);
		return answer;
	}

	/** A question that is over has a decision, and a repeat of that one returns it. */
	private async throwIfMisfit(taskId: string, subject: Review['subject'], request: DecisionRequest): Promise<void> {
		if (!subject.fields.some((field) => field in request)) return;
		const review = await this.read(taskId);
		if (review.view.question?.hash !== request.hash) return;
		const issues = misfitsOf(review, request);
		if (issues.length === 0) return;
		const said = issues.map(({ path, message }) => `${path} ${message}`).join('. ');
		throw new Problem({
			type: 'invalid_request',
			title: 'The request is not valid',
			status: 400,
			detail: `Nothing was decided. ${said}.`,
			issues,
		});
	}

	/** A question that is over has a decision, and a repeat of that one returns it. */
	private async throwIfStopped(taskId: string, { hash }: DecisionRequest, within: Within): Promise<void> {
		const execution = await this.execution(taskId, within);
		if (execution?.state !== 'stopped') return;
		const { view } = await this.read(taskId);
		if (view.question?.hash === hash) throw executionStopped(execution);
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

function executionStopped(execution: LookedExecution): Problem {
	return new Problem({
		type: 'execution_stopped',
		title: 'Its execution was stopped',
		status: 409,
		detail: `Nothing was decided. ${executionSentence(execution)} Reject it, or decide with despiteStopped to do it all the same.`,
	});
}

/** Fields of every decision. */
const COMMON: ReadonlySet<string> = new Set<keyof DecisionRequest>(['id', 'action', 'hash', 'by', 'via', 'note']);

/** A decision without the fields of other subjects, which say nothing. */
function fitting({ fields }: Review['subject'], request: DecisionRequest): DecisionRequest {
	const foreign = Object.keys(request).filter((field) => !COMMON.has(field) && !fields.includes(field));
	return foreign.reduce((left, field) => ({ ...left, [field]: undefined }), request);
}

/** @throws Problem if it says something that only a decision on another subject can say */
function throwIfForeign({ name, fields }: Review['subject'], request: DecisionRequest): void {
	const foreign = Object.entries(request).find(
		([field, value]) => !COMMON.has(field) && !fields.includes(field) && value !== undefined && value !== false,
	);
	if (foreign === undefined) return;
	const [path] = foreign;
	const message = `is not for a decision on a ${name}; remove it`;
	throw new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was decided. ${path} ${message}.`,
		issues: [{ path, message }],
	});
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
