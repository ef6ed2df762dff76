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
	type HookRun,
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
 * before its start. If others were in the way of a run, its messages are back, and due when these have ended. A message
 * without a quiet time has started its run already, which is then the one under way. Ends when nothing is open.
 */
export async function debounceHook(subject: HookSubject, state: DebounceState = newDebounceState()): Promise<void> {
	let shownAt = 0;
	setHandler(hookMessages, (messages) => {
		if (messages.taskId === undefined) state.open = joined(state.open, messages);
		else follow(state, messages, messages.taskId);
		if (Date.now() - shownAt < SHOWN_EVERY_MS) return;
		shownAt = Date.now();
		show(subject, state);
	});
	if (state.running === null) await condition(() => !isEmpty(state), FIRST_WITHIN);
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
		if (isEmpty(state)) return;
	}
}

function isEmpty({ open, running }: DebounceState): boolean {
	return open === null && running === null;
}

/** Makes the run of a message the one under way. It began after all earlier messages, so it stands for these too. */
function follow(state: DebounceState, messages: HookMessages, taskId: string): void {
	// A sender has repeated a message, and a later one has its run already.
	if ((state.covered?.lastAt ?? 0) > messages.lastAt || (state.open?.lastAt ?? 0) > messages.lastAt) return;
	const covered = joined(state.open === null ? state.covered : joined(state.covered, state.open), messages);
	state.open = null;
	state.covered = covered;
	state.finish = finishOf(covered);
	state.running = runOf(taskId, covered);
	state.last = state.running;
}

function runOf(taskId: string, { count }: HookMessages): HookRun {
	return { taskId, messages: count, startedAt: new Date().toISOString() };
}

function ignoreCancellation(error: unknown): void {
	if (!isCancellation(error)) throw error;
}

/** Returns without waiting for anything after its last look at the state. */
async function runAll(subject: HookSubject, state: DebounceState): Promise<'over' | 'history-is-long'> {
	for (;;) {
		const { running } = state;
		if (running !== null) {
			if (!(await hasEnded(running.taskId))) return 'history-is-long';
			await settle(subject, state, running);
			// A message has started the next run meanwhile.
			if (state.running !== running) continue;
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
async function settle({ task: type }: HookSubject, state: DebounceState, running: HookRun): Promise<void> {
	const { covered, finish } = state;
	if (covered === undefined || !patched('hook-messages-go-back')) return;
	const { taskId } = running;
	const { isForLater, after } = await internal.endOfHookRun({ taskId, type, input: covered.input });
	if (state.running !== running) return;
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
	const { input, frozen, taskId: again } = open;
	const start = { type: subject.task, key, input, frozen, ...(again === undefined ? {} : { again }) };
	const taskId = await internal.startHookTask(start);
	// A message has started the next run meanwhile.
	if (state.running !== null) return;
	state.running = runOf(taskId, open);
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
