import { setImmediate as immediate } from 'node:timers/promises';
import { within } from '../../api';
import type { TaskInput, TaskType } from '../../workflows/contracts';
import { isProblem, Problem } from '../problems/problem';
import { checkStart, type NamedThings, type StartedBy } from './definitions';
import type { StartWarning } from './subjects';
import type { StartTask, TaskService } from './task-service';
import type { StartedTask } from './task-view';

/** A task that was started, and what nobody could check before that. */
export interface StartedChecked extends StartedTask {
	warnings?: StartWarning[];
}

/**
 * Starts a task after a check that everything it names exists. A repeat finds its task even while the service does not
 * answer. @throws Problem that names the field, before anything is done
 */
export async function startChecked<Type extends TaskType>(
	tasks: TaskService,
	named: NamedThings,
	start: StartTask & { type: Type; input: TaskInput<Type> },
): Promise<StartedChecked> {
	const check = resultOf(checkBeforeStart(start.type, named, start.input));
	// What was looked up in the last minute is known at once. Then a start is one request to Temporal, and a repeat two.
	const known = await Promise.race([check, immediate(null)]);
	if (known !== null && known.status === 'fulfilled') return withWarnings(await tasks.start(start), known.value);
	const found = await tasks.find(start);
	// It runs or has completed, so nothing would be started.
	const isRepeat = found?.status === 'running' || found?.status === 'completed';
	if (isRepeat) return tasks.start(start);
	const checked = await check;
	if (checked.status === 'rejected') throw checked.reason;
	return withWarnings(await tasks.start(start), checked.value);
}

/** What a start says of the task, with what was not checked before. */
export function withWarnings(task: StartedTask, warnings: StartWarning[]): StartedChecked {
	return warnings.length === 0 ? task : { ...task, warnings };
}

/**
 * Checks that everything a task names exists.
 * @param by what starts it: some tasks run only by a schedule, and a retry can mend nothing of its input
 * @returns what was not checked
 * @throws Problem that names the field
 */
export function checkBeforeStart<Type extends TaskType>(
	type: Type,
	named: NamedThings,
	input: TaskInput<Type>,
	by: StartedBy = 'caller',
): Promise<StartWarning[]> {
	return unlessBusy(() => checkStart(type, named, input, by));
}

/** Refusals that are only about the moment: the same call is answered a little later, by itself. */
const BUSY = ['connection_busy', 'connection_slow', 'look_up_timed_out'];

/**
 * Checks as long as the connection has a call to spare. A busy one stops no start: a hundred flows that start at once on a
 * key of 60 requests a minute are right, and the task itself finds what is missing.
 * @returns what was not checked
 */
export async function unlessBusy(check: () => Promise<void>): Promise<StartWarning[]> {
	const checked = await resultOf(check());
	if (checked.status === 'fulfilled') return [];
	const reason: unknown = checked.reason;
	if (!(reason instanceof Problem) || !BUSY.includes(reason.type)) throw reason;
	const said = `was not looked at, because it is busy. The task looks itself, and says what is missing. ${reason.detail}`;
	return [{ type: 'not_checked', path: 'connection', message: said }];
}

/** Shops give up on a hook after 5 s, and its message is noted after the check. In milliseconds. */
const CHECKED_WITHIN_MS = 3_000;

/**
 * Checks that everything a task names exists. Without an answer in time, or while the connection does not work, it
 * refuses nothing: many senders send a message once, and the task itself waits or finds what is missing.
 * @throws Problem that names the field
 */
export async function checkInTime<Type extends TaskType>(
	type: Type,
	named: NamedThings,
	input: TaskInput<Type>,
): Promise<void> {
	const checked = await within(CHECKED_WITHIN_MS, resultOf(checkStart(type, named, input)));
	if (checked?.status === 'rejected' && !isAboutNow(checked.reason)) throw checked.reason;
}

const TOO_MANY = 429;
const FAILED = 500;

/** Whether the connection does not work at the moment, which says nothing of what the task names. */
function isAboutNow(refused: unknown): boolean {
	if (isProblem(refused, 'connection_key_refused')) return true;
	return refused instanceof Problem && (refused.status >= FAILED || refused.status === TOO_MANY);
}

async function resultOf<Checked>(check: Promise<Checked>): Promise<PromiseSettledResult<Checked>> {
	const [result] = await Promise.allSettled([check]);
	return result;
}
