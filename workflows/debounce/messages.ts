import type { FrozenSettings } from '../task/continue-as-new';

/** Tasks of which one run covers all that was asked before it. Only their messages may be collected. */
export const COLLECTED_TASKS = ['retrain-and-wait', 'nightly-retrain', 'knowledge-sync'] as const;
export type CollectedTask = (typeof COLLECTED_TASKS)[number];

/** The signal that brings messages. */
export const HOOK_MESSAGES = 'hookMessages';

/** What messages are collected for, together: a hook and the part of the input that says what is to be done. */
export interface HookSubject {
	hook: string;
	/** Unique within the hook, and plain. */
	key: string;
	task: CollectedTask;
	connection: string;
	/** Null if the task is not of one agent. */
	agentId: string | null;
}

/** Messages of one subject that came together. Times in milliseconds since 1970, by the gateway's clock. */
export interface HookMessages {
	count: number;
	firstAt: number;
	lastAt: number;
	/** Of the task, from the last message. */
	input: object;
	/** The task that the last message has started already. Default: none, so a run begins when it is due */
	taskId?: string;
	/** Milliseconds without a message before a run begins. */
	quietMs: number;
	/** Milliseconds after the first message within which a run begins. */
	longestDelayMs: number;
	/** Milliseconds after the first message within which a run should be done, and how long before that it is told. */
	finish?: { withinMs: number; warnMs: number };
	frozen: FrozenSettings;
}

/** When a run should be done, and whether it was told that it will not. Milliseconds since 1970. */
export interface RunFinish {
	firstAt: number;
	by: number;
	warnAt: number;
	isTold: boolean;
}

/** A run that messages started. */
export interface HookRun {
	taskId: string;
	/** How many messages it stands for. */
	messages: number;
	/** ISO 8601 UTC. */
	startedAt: string;
}

/** What a workflow's memo says of a subject, as `hook`. */
export interface HookMemo {
	subject: HookSubject;
	/** Messages that no run stands for yet; null if there are none. Times in ISO 8601 UTC. */
	open: { messages: number; since: string; dueAt: string } | null;
	/** The run under way. */
	running: HookRun | null;
	/** The run that was started last, also if it is under way. */
	last: HookRun | null;
}

/** Adds messages to those before them. The newest settings and the newest input count. */
export function joined(before: HookMessages | null | undefined, more: HookMessages): HookMessages {
	if (before === null || before === undefined) return more;
	return {
		...more,
		count: before.count + more.count,
		firstAt: Math.min(before.firstAt, more.firstAt),
		lastAt: Math.max(before.lastAt, more.lastAt),
	};
}

/** The longest pause before messages that are back get a run, in milliseconds. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * When messages that are back may get a run at the earliest, in milliseconds since 1970: after the quiet time, as if they
 * had just come. It doubles each time.
 * @param times how many runs in turn were for later
 */
export function againFrom({ quietMs }: HookMessages, now: number, times: number): number {
	return now + Math.min(quietMs * 2 ** (times - 1), Math.max(quietMs, LONGEST_PAUSE_MS));
}

/** When the run of these messages should be done; null: nobody said. */
export function finishOf({ firstAt, finish }: HookMessages): RunFinish | null {
	if (finish === undefined) return null;
	const by = firstAt + finish.withinMs;
	return { firstAt, by, warnAt: by - finish.warnMs, isTold: false };
}

/** When a run of these messages begins, in milliseconds since 1970: after the quiet time, or after the longest delay. */
export function dueAt({ firstAt, lastAt, quietMs, longestDelayMs }: HookMessages): number {
	return Math.min(lastAt + quietMs, firstAt + longestDelayMs);
}
