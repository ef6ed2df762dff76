import { temporal } from '@temporalio/proto';
import { PUBLISH_EVENT } from '../../../workflows/task/event';
import { CANCELLED } from '../../../workflows/task/failure';
import { endingNamed, stageParts } from '../../../workflows/task/outcomes';
import { stageOf, textAttribute, timeOf } from './event-values';
import type { HistoryEvent } from './history';
import { inAscent, type Readable } from './readable';
import { StoppedWorkers } from './stopped-workers';
import { newEntry, newMoment, type TimelineEntry } from './timeline';
import {
	decisionTitle,
	eventWords,
	humanised,
	MAIL_EVENT,
	requestTitle,
	stepTitle,
	taskOfWorkflow,
	taskTitle,
} from './words';

const { WorkflowTaskFailedCause: Cause } = temporal.api.enums.v1;
/** Failures that stay until a person does something. The others, such as a reset, belong to normal work. */
const TROUBLE: ReadonlySet<number> = new Set([
	Cause.WORKFLOW_TASK_FAILED_CAUSE_WORKFLOW_WORKER_UNHANDLED_FAILURE,
	Cause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR,
]);
/** Workflows that mail for a task, and what the task did when it started them. */
const MAILINGS: Readonly<Record<string, string>> = {
	mailReviewers: 'Began to mail the reviewers',
	mailReports: 'Began to mail the report',
};
const DECIDE = 'decide';
/** A shorter wait is the time that the queue itself needs, in ms. */
const SHORTEST_QUEUED_MS = 2_000;
/** A shorter pause means nothing to people, in ms. */
const SHORTEST_PAUSE_MS = 1_000;
/** Queues whose activities call the service: that of all connections, and those of single ones. */
const API_QUEUES = /^api(:|$)/;

type Id = { toString(): string } | null | undefined;

export interface MappingOptions {
	/** The type of the task. */
	type: string;
	readable: Readable;
	/** Stages in which the task waits for a person. */
	waitingStages: readonly string[];
}

/** Turns events of a history into entries, run by run and oldest first. */
export class EntryMapper {
	readonly entries: TimelineEntry[] = [];
	/** Steps that have not ended, by the id of the event that scheduled them in the current run. */
	readonly #open = new Map<string, TimelineEntry>();
	/** Steps that have not ended, by the id of their activity. Temporal reports its pending attempts by it. */
	readonly #activities = new Map<string, TimelineEntry>();
	#stage: TimelineEntry | null = null;
	#workers = new StoppedWorkers();

	constructor(private readonly options: MappingOptions) {}

	/** The step of a pending activity. Undefined if its beginning was not read. */
	pending(activityId: string): TimelineEntry | undefined {
		return this.#activities.get(activityId);
	}

	/** @param events of one run, oldest first */
	async addRun(events: readonly HistoryEvent[]): Promise<void> {
		const [first] = events;
		if (first !== undefined) this.#endOpen(timeOf(first));
		this.#activities.clear();
		this.#workers = new StoppedWorkers();
		for (const event of events) await this.#add(event, timeOf(event));
	}

	async #add(event: HistoryEvent, at: string): Promise<void> {
		this.#addStart(event, at);
		this.#addStage(event, at);
		await this.#addActivity(event, at);
		await this.#addChild(event, at);
		this.#addTimer(event, at);
		const stopped = this.#workers.look(event, at);
		if (stopped !== null) this.entries.push(stopped);
		await this.#addRequest(event, at);
		await this.#addEnd(event, at);
	}

	#addStart({ workflowExecutionStartedEventAttributes: started }: HistoryEvent, at: string): void {
		if (!started) return;
		this.#enter(stageOf(started.searchAttributes), at);
		if (started.continuedExecutionRunId) return;
		const parent = started.parentWorkflowExecution?.workflowId ?? null;
		const schedule = textAttribute(started.searchAttributes, 'TemporalScheduledById');
		const title =
			parent !== null
				? 'Another task started it'
				: schedule === null
					? 'Started'
					: `The schedule ${schedule} started it`;
		// Before its first stage, which begins at the same moment.
		this.entries.unshift({ ...newMoment('start', 'start', title, at), taskId: parent });
	}

	#addStage({ upsertWorkflowSearchAttributesEventAttributes: upserted }: HistoryEvent, at: string): void {
		if (upserted) this.#enter(stageOf(upserted.searchAttributes), at);
	}

	/** @param attribute the search attribute. The last stage has the end of the task, whose word is its title */
	#enter(attribute: string | null, at: string): void {
		if (attribute === null) return;
		const { stage, ending } = stageParts(attribute);
		if (stage === this.#stage?.name) return;
		this.#leave(at);
		const title = endingNamed(this.options.type, ending ?? '')?.word ?? humanised(stage);
		const waitsForPerson = this.options.waitingStages.includes(stage);
		this.#stage = { ...newEntry('stage', stage, title, at), waitsForPerson };
		this.entries.push(this.#stage);
	}

	#leave(at: string): void {
		if (this.#stage !== null) Object.assign(this.#stage, { status: 'done', endedAt: at });
	}

	async #addActivity(event: HistoryEvent, at: string): Promise<void> {
		const { activityTaskScheduledEventAttributes: scheduled, activityTaskStartedEventAttributes: started } = event;
		if (scheduled) {
			const name = scheduled.activityType?.name ?? '';
			const kind = API_QUEUES.test(scheduled.taskQueue?.name ?? '') ? 'call' : 'work';
			const step = newEntry(kind, name, stepTitle(name), at);
			this.#begin(event.eventId, step);
			this.#activities.set(scheduled.activityId ?? '', step);
		}
		if (started) {
			const step = this.#openOf(started.scheduledEventId);
			if (step === undefined) return;
			step.attempts = started.attempt ?? 1;
			step.reason = await this.options.readable.reasonOf(started.lastFailure);
			step.statuses = await this.options.readable.statusesOf(started.lastFailure);
			const queuedMs = Date.parse(at) - Date.parse(step.at);
			if (step.kind === 'call' && step.attempts === 1 && queuedMs >= SHORTEST_QUEUED_MS)
				step.queuedSeconds = Math.round(queuedMs / 1000);
		}
		const { activityTaskCompletedEventAttributes: completed, activityTaskFailedEventAttributes: failed } = event;
		const { activityTaskTimedOutEventAttributes: timedOut, activityTaskCanceledEventAttributes: canceled } = event;
		if (completed) {
			const step = this.#openOf(completed.scheduledEventId);
			this.#end(completed.scheduledEventId, 'done', at);
			// A write is one attempt, so its refusal is a result, and the task decides on a repetition.
			if (step?.kind === 'call') await this.#addRefusal(step, completed.result?.payloads);
		}
		if (canceled) this.#end(canceled.scheduledEventId, 'cancelled', at);
		if (failed) {
			const step = this.#openOf(failed.scheduledEventId);
			if (step !== undefined)
				step.statuses = inAscent([...step.statuses, ...(await this.options.readable.statusesOf(failed.failure))]);
			this.#end(failed.scheduledEventId, 'failed', at, await this.options.readable.reasonOf(failed.failure));
		}
		if (timedOut)
			this.#end(timedOut.scheduledEventId, 'failed', at, await this.options.readable.reasonOf(timedOut.failure));
	}

	async #addRefusal(step: TimelineEntry, result: Parameters<Readable['refusalIn']>[0]): Promise<void> {
		const refusal = await this.options.readable.refusalIn(result);
		if (refusal === null) return;
		step.reason = refusal.reason;
		step.statuses = inAscent([...step.statuses, refusal.status]);
	}

	async #addChild(event: HistoryEvent, at: string): Promise<void> {
		const { startChildWorkflowExecutionInitiatedEventAttributes: initiated } = event;
		if (initiated) this.#beginChild(event, initiated.workflowType?.name ?? '', initiated.workflowId ?? '', at);
		const {
			childWorkflowExecutionCompletedEventAttributes: completed,
			childWorkflowExecutionFailedEventAttributes: failed,
			childWorkflowExecutionCanceledEventAttributes: canceled,
			childWorkflowExecutionTimedOutEventAttributes: timedOut,
			childWorkflowExecutionTerminatedEventAttributes: terminated,
			startChildWorkflowExecutionFailedEventAttributes: refused,
		} = event;
		if (completed) this.#end(completed.initiatedEventId, 'done', at);
		if (canceled) this.#end(canceled.initiatedEventId, 'cancelled', at);
		if (failed) {
			const { failure, workflowExecution, initiatedEventId } = failed;
			const reason = await this.options.readable.reasonOf(failure, workflowExecution?.workflowId);
			this.#end(initiatedEventId, 'failed', at, reason);
		}
		if (timedOut) this.#end(timedOut.initiatedEventId, 'failed', at, 'Its time ran out.');
		if (terminated) this.#end(terminated.initiatedEventId, 'failed', at, 'It was terminated in Temporal.');
		if (refused) this.#end(refused.initiatedEventId, 'failed', at, 'It exists already.');
	}

	#beginChild({ eventId }: HistoryEvent, workflow: string, id: string, at: string): void {
		const type = taskOfWorkflow(workflow);
		if (type !== null) this.#begin(eventId, { ...newEntry('child', type, taskTitle(type), at), taskId: id });
		// The task does not wait for its messages, so their own ends do not come here.
		else if (workflow === PUBLISH_EVENT) {
			const { name, title } = eventWords(id);
			this.entries.push(newMoment('event', name, title, at));
			return;
		}
		const mailing = MAILINGS[workflow];
		if (mailing !== undefined) this.entries.push(newMoment('event', MAIL_EVENT, mailing, at));
	}

	/** Only a timer that rang was a pause. One that was cancelled was a deadline. */
	#addTimer(event: HistoryEvent, at: string): void {
		const { timerStartedEventAttributes: started, timerFiredEventAttributes: fired } = event;
		if (started) this.#open.set(String(event.eventId), newEntry('pause', 'timer', 'Waited before the next step', at));
		if (!fired) return;
		const pause = this.#openOf(fired.startedEventId);
		if (pause === undefined || Date.parse(at) - Date.parse(pause.at) < SHORTEST_PAUSE_MS) return;
		this.entries.push({ ...pause, status: 'done', endedAt: at });
	}

	async #addRequest(event: HistoryEvent, at: string): Promise<void> {
		const { workflowExecutionUpdateAcceptedEventAttributes: accepted } = event;
		const { workflowExecutionCancelRequestedEventAttributes: cancel } = event;
		if (cancel) this.entries.push(newMoment('request', 'cancel', 'Requested: cancel', at));
		const { name = null, args } = accepted?.acceptedRequest?.input ?? {};
		if (name === null) return;
		if (name === DECIDE) {
			const decision = await this.options.readable.decisionOf(args?.payloads);
			const [action, title] =
				decision === null
					? [DECIDE, 'A person decided']
					: [decision.action, decisionTitle(this.options.type, decision.action)];
			this.entries.push({ ...newMoment('decision', action, title, at), by: decision?.by ?? null });
			return;
		}
		const title = requestTitle(name);
		if (title !== null) this.entries.push(newMoment('request', name, title, at));
	}

	async #addEnd(event: HistoryEvent, at: string): Promise<void> {
		const {
			workflowExecutionCompletedEventAttributes: completed,
			workflowExecutionFailedEventAttributes: failed,
			workflowExecutionCanceledEventAttributes: canceled,
			workflowExecutionTimedOutEventAttributes: timedOut,
			workflowExecutionTerminatedEventAttributes: terminated,
			workflowTaskFailedEventAttributes: trouble,
		} = event;
		if (trouble && TROUBLE.has(trouble.cause ?? 0))
			this.entries.push({
				...newMoment('trouble', 'worker', 'A worker failed while it decided the next step', at),
				status: 'failed',
				reason: 'The log of the worker says why. The worker retries.',
			});
		if (completed) this.#close('done', 'Ended', at);
		if (canceled) this.#close('cancelled', 'Cancelled', at);
		if (timedOut) this.#close('failed', 'Its time ran out', at);
		if (terminated) this.#close('failed', 'Terminated in Temporal', at);
		// A cancellation with a partial result, and a timeout of the task's own, are failures for Temporal.
		if (failed) {
			const isCancelled = this.#stage?.name === CANCELLED;
			const reason = await this.options.readable.reasonOf(failed.failure);
			this.#close(isCancelled ? 'cancelled' : 'failed', isCancelled ? 'Cancelled' : 'Failed', at, reason);
		}
	}

	#close(status: TimelineEntry['status'], title: string, at: string, reason: string | null = null): void {
		this.#leave(at);
		this.#endOpen(at);
		this.entries.push({ ...newMoment('end', 'end', title, at), status, reason });
	}

	/** What still ran when its run ended has ended with it. */
	#endOpen(at: string): void {
		for (const entry of this.#open.values()) Object.assign(entry, { status: 'cancelled', endedAt: at });
		this.#open.clear();
	}

	#begin(eventId: Id, entry: TimelineEntry): void {
		this.#open.set(String(eventId), entry);
		this.entries.push(entry);
	}

	#openOf(eventId: Id): TimelineEntry | undefined {
		return this.#open.get(String(eventId));
	}

	/** @param reason of the end. Default: that of the last attempt that failed before it */
	#end(eventId: Id, status: TimelineEntry['status'], at: string, reason?: string | null): void {
		const entry = this.#openOf(eventId);
		if (entry === undefined) return;
		this.#open.delete(String(eventId));
		Object.assign(entry, { status, endedAt: at, ...(reason === undefined ? {} : { reason }) });
	}
}
