import {
	CancellationScope,
	condition,
	defineSignal,
	isCancellation,
	proxyActivities,
	setHandler,
	upsertMemo,
	workflowInfo,
} from '@temporalio/workflow';
import { continueTaskAsNew } from '../task/continue-as-new';
import type { WaitActivities } from '../waits/activities';
import type { DebounceActivities } from './activities';
import { dueAt, finishOf, HOOK_MESSAGES, type HookMemo, type HookMessages, type HookSubject, joined } from './messages';
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
 * before its start. Ends when nothing is open.
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
	const beside = new CancellationScope();
	const watching = beside.run(() => watchLateness(subject, state)).catch(ignoreCancellation);
	try {
		await runAll(subject, state);
	} finally {
		beside.cancel();
		await watching;
	}
}

function ignoreCancellation(error: unknown): void {
	if (!isCancellation(error)) throw error;
}

async function runAll(subject: HookSubject, state: DebounceState): Promise<void> {
	for (;;) {
		if (state.running !== null) {
			await untilEnded(subject, state, state.running.taskId);
			state.running = null;
			state.finish = null;
		}
		if (state.open === null) return;
		await untilDue(subject, state);
		await startRun(subject, state);
		await continueIfSuggested(subject, state);
	}
}

/** Messages may come for hours meanwhile, so it continues as new where the server suggests it. */
async function untilEnded(subject: HookSubject, state: DebounceState, taskId: string): Promise<void> {
	const looking = new CancellationScope();
	const ended = looking.run(() => internal.awaitTaskEnds([taskId]));
	const isLong = condition(() => workflowInfo().continueAsNewSuggested);
	if (await Promise.race([ended.then(() => true), isLong.then(() => false)])) return;
	looking.cancel();
	await ended.catch(ignoreCancellation);
	await continueTaskAsNew(subject, state);
}

/** Waits without acting on each message: a due time only moves later. */
async function untilDue(subject: HookSubject, state: DebounceState): Promise<void> {
	for (;;) {
		await continueIfSuggested(subject, state);
		show(subject, state);
		const left = state.open === null ? 0 : dueAt(state.open) - Date.now();
		if (left <= 0) return;
		await condition(() => workflowInfo().continueAsNewSuggested, left);
	}
}

async function startRun(subject: HookSubject, state: DebounceState): Promise<void> {
	const { open } = state;
	if (open === null) return;
	// From here on, messages are for the next run. The ids of the runs depend on no message, so a retry finds the same one.
	state.open = null;
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

async function continueIfSuggested(subject: HookSubject, state: DebounceState): Promise<void> {
	if (workflowInfo().continueAsNewSuggested) await continueTaskAsNew(subject, state);
}

function show(subject: HookSubject, { open, running, last }: DebounceState): void {
	const shown = open && {
		messages: open.count,
		since: new Date(open.firstAt).toISOString(),
		dueAt: new Date(dueAt(open)).toISOString(),
	};
	const hook: HookMemo = { subject, open: shown, running, last };
	upsertMemo({ hook });
}
