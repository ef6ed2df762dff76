import {
	allHandlersFinished,
	condition,
	defineSignal,
	patched,
	setHandler,
	upsertMemo,
	workflowInfo,
} from '@temporalio/workflow';
import { continueTaskAsNew } from '../task/continue-as-new';
import type { EventData, EventRef, Incident, IncidentFailure, TaskEvent } from '../task/event';
import { type Timing, timingOf } from '../task/timing';
import { beginDelivery } from './delivery';
import { isMended, type OpenFailure, openFailureOf } from './mends';

/** Adds a failure of the same cause. */
export const joinIncident = defineSignal<[TaskEvent]>('joinIncident');

/** Ends what an event says is over. */
export const mendIncident = defineSignal<[TaskEvent]>('mendIncident');

const HOUR_MS = 3_600_000;
/** The pauses after each message. What comes in the meantime is in the next one. */
const PAUSES_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];

/** Failures that a message can list. Others are counted. */
const MOST_LISTED = 100;

/** Failures that it follows until they are over. With more, it ends by a quiet pause alone. */
const MOST_FOLLOWED = 200;

/** What has happened of one cause, for one subscriber. Survives continue-as-new. */
export interface IncidentState {
	/** The first failure that no message has told; null if there is none. */
	first: TaskEvent | null;
	/** How many no message has told, and the first of them. */
	count: number;
	failures: IncidentFailure[];
	/** How many earlier messages told. */
	told: number;
	messages: number;
	/** Milliseconds since 1970: no message before then. */
	until: number;
	/** The first message, and the tasks that messages named. Absent before it, and in earlier versions. */
	thread?: { first: EventRef; taskIds: string[] };
	/** Those that are not over. Null: too many to follow. Absent in earlier versions. */
	open?: OpenFailure[] | null;
}

/**
 * Tells a subscriber, who is a person, of failures that have one cause: the first ones together in one message, later
 * ones in summaries that come further and further apart. It ends when a pause passes without another failure, or when
 * all of them are over: the next one is news.
 * @param carried state of the previous history
 * @param timing default: `TIMING`
 */
export async function tellIncident(
	subscriptionId: string,
	event: TaskEvent | null,
	carried?: IncidentState,
	timing: Partial<Timing> = {},
): Promise<void> {
	const state: IncidentState = carried ?? { first: null, count: 0, failures: [], told: 0, messages: 0, until: 0 };
	if (state.open === undefined) state.open = openBefore(carried);
	setHandler(joinIncident, (each) => {
		add(state, each);
	});
	setHandler(mendIncident, (each) => {
		mend(state, each);
	});
	if (event !== null) add(state, event);
	for (;;) {
		if (state.messages === 0) await untilQuiet(state, timingOf({ timing }));
		else {
			await untilNext(subscriptionId, state, timing);
			// All were over, and it failed again before this has ended.
			if (state.messages === 0) continue;
		}
		if (state.first === null) break;
		const message = messageOf(state, state.first);
		if (patched('incident-threads')) joinThread(state, message);
		// What comes while the delivery starts is in the next message. Earlier versions forgot it.
		const keepsLater = patched('incident-keeps-later-failures');
		if (keepsLater) forgetReported(state);
		await beginDelivery(subscriptionId, message);
		if (!keepsLater) forgetReported(state);
		state.messages += 1;
		state.until = Date.now() + (PAUSES_MS[Math.min(state.messages, PAUSES_MS.length) - 1] ?? HOUR_MS);
	}
}

/** What is open in the state of an earlier version, which noted only who failed, or not even that. */
function openBefore(carried: IncidentState | undefined): OpenFailure[] | null {
	if (carried === undefined) return [];
	return carried.thread?.taskIds.map((taskId) => ({ taskId, taskType: '', agentId: null })) ?? null;
}

async function untilQuiet(state: IncidentState, { quietMs, longestQuietMs }: Timing): Promise<void> {
	const latest = Date.now() + longestQuietMs;
	for (let left = longestQuietMs; left > 0; left = latest - Date.now()) {
		const known = state.count;
		if (!(await condition(() => state.count > known, Math.min(quietMs, left)))) return;
	}
}

/** The pause after a message. Thousands of failures would make the history too long. */
async function untilNext(subscriptionId: string, state: IncidentState, timing: Partial<Timing>): Promise<void> {
	const left = state.until - Date.now();
	if (left <= 0) return;
	const isLong = () => workflowInfo().continueAsNewSuggested && allHandlersFinished();
	const isAnew = () => state.messages === 0;
	if (!(await condition(() => isLong() || isOver(state) || isAnew(), left))) return;
	if (!isOver(state) && !isAnew()) await continueTaskAsNew(subscriptionId, null, state, timing);
}

/** All that people were told of, and what no message has told yet, works again. */
function isOver({ messages, open }: IncidentState): boolean {
	return messages > 0 && open?.length === 0;
}

function add(state: IncidentState, event: TaskEvent): void {
	if (isOver(state)) {
		Object.assign(state, { messages: 0, told: 0, until: 0 });
		delete state.thread;
	}
	follow(state, event);
	state.first ??= event;
	state.count += 1;
	if (state.failures.length < MOST_LISTED) state.failures.push(failureOf(event));
}

/** What works again is no news any more, unless the first message, which is about to be sent, tells it. */
function mend(state: IncidentState, event: TaskEvent): void {
	if (!state.open) return;
	const mended = state.open.filter((failed) => isMended(failed, event)).map(({ taskId }) => taskId);
	state.open = state.open.filter(({ taskId }) => !mended.includes(taskId));
	if (state.first === null || state.told === 0 || !patched('incident-drops-mended')) return;
	const failures = state.failures.filter(({ taskId }) => !mended.includes(taskId));
	const count = state.open.length === 0 ? 0 : state.count - (state.failures.length - failures.length);
	Object.assign(state, { failures, count, first: count === 0 ? null : firstOf(failures, state.first) });
}

/** Of one cause, so that what was said of the first one is true of the next. */
function firstOf([next]: readonly IncidentFailure[], first: TaskEvent): TaskEvent {
	if (next === undefined || next.taskId === first.task.id) return first;
	const { taskId: id, taskType: type, agentId, connection = first.task.connection } = next;
	return { ...first, task: { id, type, agentId, connection } };
}

function follow(state: IncidentState, event: TaskEvent): void {
	const others = state.open?.filter(({ taskId }) => taskId !== event.task.id);
	if (others === undefined) return;
	const all = [...others, openFailureOf(event)];
	state.open = all.length > MOST_FOLLOWED ? null : all;
}

function failureOf({ type, task, data }: TaskEvent): IncidentFailure {
	const { id: taskId, type: taskType, agentId, connection } = task;
	return { taskId, taskType, agentId, connection, reason: wordsOf(type, data) };
}

/** The type of an event decides the type of its data. */
function wordsOf(type: TaskEvent['type'], data: TaskEvent['data']): string {
	if (type === 'sync.blocked') return (data as EventData['sync.blocked']).reason;
	if (type !== 'sync.resumed') return reasonOf(data as EventData['task.failed']);
	const { caughtUp } = data as EventData['sync.resumed'];
	return `moves again, ${caughtUp} written since`;
}

/** Agents, sources or addresses that a message about several tasks names of each. */
const MOST_NAMED = 3;

/** A completed task of many items failed in some of them. Its own sentence only counts these. */
function reasonOf({ status, error, ended }: EventData['task.failed']): string {
	if (error === null) return ended?.word ?? status;
	const { detail, issues } = error;
	if (status !== 'completed' || issues.length === 0) return detail;
	const named = issues.slice(0, MOST_NAMED).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
	const more = issues.length - named.length;
	return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/** A message of what has come until now. One failure is reported as it is. */
function messageOf({ count, told, failures }: IncidentState, first: TaskEvent): TaskEvent {
	const incident: Incident = { count, toldBefore: told, failures };
	return count + told === 1 ? { ...first } : { ...first, incident };
}

/** Later messages join the thread of the first one. The memo tells it to the message that ends the incident. */
function joinThread(state: IncidentState, message: TaskEvent): void {
	const first = state.thread?.first ?? { id: message.id, at: message.at };
	const told = [...(state.thread?.taskIds ?? []), ...state.failures.map(({ taskId }) => taskId)];
	state.thread = { first, taskIds: [...new Set(told)].slice(-MOST_LISTED) };
	// One that ends an incident is in the thread of that one.
	if (message.id !== first.id) message.follows ??= first;
	upsertMemo({ thread: state.thread });
}

function forgetReported(state: IncidentState): void {
	Object.assign(state, { first: null, count: 0, failures: [], told: state.told + state.count });
}
