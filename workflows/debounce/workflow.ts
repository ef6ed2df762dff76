import {
	CancellationScope,
	condition,
	defineSignal,
	isCancellation,
	patched,
	proxyActivities,
	setHandler,
	upsertMemo,
	workflowInfo,
} from '@temporalio/workflow';
import { continueTaskAsNew } from '../task/continue-as-new';
import type { WaitActivities } from '../waits/activities';
import type { DebounceActivities } from './activities';
import {
	againFrom,
	dueAt,
	finishOf,
	HOOK_MESSAGES,
	type HookMemo,
	type HookMessages,
	type HookSubject,
	joined,
} from './messages';
import { watchLateness } from './lateness';
import { type DebounceState, newDebounceState } from './state';

const hookMessages = defineSignal<[HookMessages]>(HOOK_MESSAGES);

const internal = proxyActivities<DebounceActivities & WaitActivities>({
	startToCloseTimeout: '30 seconds',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** What is collected shows in the memo so often while messages come, in milliseconds. */
const SHOWN_EVERY_MS = 10_000;

/** The first signal comes with the start. */
const FIRST_WITHIN = '1 minute';

/**
 * Collects the messages of one subject of a hook, and starts one run for them once no message came for the quiet time,
 * or the longest delay has passed. What comes during a run gets a run after it, because a run stands only for what came
 * before its start. If others were in the way of a run, its messages are back, and due when these have ended. Ends when
 * nothing is open.
 */
export async function debounceHook(subject: HookSubject, state: DebounceState = newDebounceState()): Promise<void> {
	let shownAt = 0;
	setHandler(hookMessages, (messages) => {
		state.open = joined(state.open, messages);
		if (Date.now() - shownAt < SHOWN_EVERY_MS) return;
		shownAt = Date.now();
		show(subject, state);
	});
	if (state.running === null) await condition(() => state.open !== null, FIRST_WITHIN);
	for (;;) {
		const beside = new CancellationScope();
		const watching = beside.run(() => watchLateness(subject, state)).catch(ignoreCancellation);
		let end: 'over' | 'history-is-long';
		try {
			end = await runAll(subject, state);
		} finally {
			beside.cancel();
			await watching;
		}
		// The watch may still have told of a late run. What came meanwhile is not forgotten.
		if (end === 'history-is-long') await continueTaskAsNew(subject, state);
		if (state.open === null) return;
	}
}

function ignoreCancellation(error: unknown): void {
	if (!isCancellation(error)) throw error;
}

/** Returns without waiting for anything after its last look at the state. */
async function runAll(subject: HookSubject, state: DebounceState): Promise<'over' | 'history-is-long'> {
	for (;;) {
		if (state.running !== null) {
			if (!(await hasEnded(state.running.taskId))) return 'history-is-long';
			await settle(subject, state, state.running.taskId);
			state.running = null;
			state.finish = null;
		}
		if (state.open === null) return 'over';
		if (!(await isFree(subject, state))) return 'history-is-long';
		if (!(await isDue(subject, state))) return 'history-is-long';
		await startRun(subject, state);
		if (isLong()) return 'history-is-long';
	}
}

/** Messages of a run that others were in the way of are back, before those that came since. */
async function settle({ task: type }: HookSubject, state: DebounceState, taskId: string): Promise<void> {
	const { covered, finish } = state;
	if (covered === undefined || !patched('hook-messages-go-back')) return;
	const { isForLater, after } = await internal.endOfHookRun({ taskId, type, input: covered.input });
	delete state.covered;
	if (!isForLater) {
		delete state.later;
		return;
	}
	const { open } = state;
	state.open = open === null ? covered : joined(covered, open);
	// What was told of the run is told of its messages.
	if (finish?.isTold === true) state.openTold = state.open.firstAt;
	const times = (state.later?.times ?? 0) + 1;
	state.later = { times, after, from: after === null ? againFrom(covered, Date.now(), times) : 0 };
}

/** @returns as `hasEnded`, once the task that messages wait for has ended */
async function isFree(subject: HookSubject, state: DebounceState): Promise<boolean> {
	const { later } = state;
	if (later === undefined || later.after === null) return true;
	show(subject, state);
	if (!(await hasEnded(later.after))) return false;
	later.after = null;
	return true;
}

function isLong(): boolean {
	return workflowInfo().continueAsNewSuggested;
}

/** Messages may come for hours meanwhile. @returns false if the server suggests to continue as new */
async function hasEnded(taskId: string): Promise<boolean> {
	const looking = new CancellationScope();
	const ended = looking.run(() => internal.awaitTaskEnds([taskId]));
	if (await Promise.race([ended.then(() => true), condition(isLong).then(() => false)])) return true;
	looking.cancel();
	await ended.catch(ignoreCancellation);
	return false;
}

/** A message only moves the due time later, unless it brings shorter times of a new configuration. @returns as `hasEnded` */
async function isDue(subject: HookSubject, state: DebounceState): Promise<boolean> {
	for (;;) {
		if (isLong()) return false;
		show(subject, state);
		const due = dueIn(state);
		const left = due - Date.now();
		if (left <= 0) return true;
		await condition(() => isLong() || dueIn(state) < due, left);
	}
}

function dueIn({ open, later }: DebounceState): number {
	return open === null ? 0 : Math.max(dueAt(open), later?.from ?? 0);
}

async function startRun(subject: HookSubject, state: DebounceState): Promise<void> {
	const { open } = state;
	if (open === null) return;
	// From here on, messages are for the next run. The ids of the runs depend on no message, so a retry finds the same one.
	state.open = null;
	state.covered = open;
	state.runs += 1;
	const key = ['hook', subject.hook, subject.key, workflowInfo().firstExecutionRunId, `${state.runs}`].join('/');
	const { input, frozen, count: messages } = open;
	const taskId = await internal.startHookTask({ type: subject.task, key, input, frozen });
	state.running = { taskId, messages, startedAt: new Date().toISOString() };
	state.finish = finishOf(open);
	if (state.finish !== null && state.openTold === state.finish.firstAt) state.finish.isTold = true;
	state.last = state.running;
	show(subject, state);
}

function show(subject: HookSubject, state: DebounceState): void {
	const { open, running, last } = state;
	const shown = open && {
		messages: open.count,
		since: new Date(open.firstAt).toISOString(),
		dueAt: new Date(dueIn(state)).toISOString(),
	};
	const hook: HookMemo = { subject, open: shown, running, last };
	upsertMemo({ hook });
}
