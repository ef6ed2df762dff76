import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskType } from '../../workflows/contracts';
import type { TaskListItem, TaskWithLinks } from '../gateway/schemas';
import { type GatewayClient, isUnavailable } from './gateway-client';
import { progressDisplay, type ProgressDisplay } from './progress-display';
import { CommandError, EXIT, type Terminal } from './terminal';

/** Between two looks at the list. */
const PAUSE_MS = 2_000;
/** What one look at the list can show. */
const MOST = 100;

/**
 * Runs what watches until it is done, or until Ctrl-C, which leaves the tasks alone.
 * @param howToContinue what to do after Ctrl-C
 * @throws CommandError that says so then
 */
export async function watch<Result>(
	terminal: Terminal,
	howToContinue: string,
	work: (watching: Watching) => Promise<Result>,
): Promise<Result> {
	const stop = new AbortController();
	const interrupt = () => {
		stop.abort();
	};
	process.once('SIGINT', interrupt);
	const display = progressDisplay(terminal);
	try {
		return await work({ display, signal: stop.signal });
	} catch (error) {
		if (!stop.signal.aborted) throw error;
		display.stop();
		throw new CommandError(`No longer watching. Tasks continue.\n${howToContinue}`, EXIT.interrupted);
	} finally {
		display.stop();
		process.removeListener('SIGINT', interrupt);
	}
}

/** While a configuration is being replaced, a connection is missing for a moment. */
const MISSING_LOOKS = 2;

/**
 * Follows all running tasks, and those that start in the meantime, until none runs. One whose connection was removed
 * waits for ever, so it is not followed further.
 * @returns them as they ended, or as they wait
 */
export async function watchAll(
	client: GatewayClient,
	type: TaskType | undefined,
	watching: Watching,
): Promise<TaskWithLinks[]> {
	const { display, signal } = watching;
	const open = new Set<string>();
	const ended = new Map<string, TaskWithLinks>();
	const missing = new Map<string, number>();
	for (;;) {
		const { items } = await retrying(() => client.list({ type, status: 'running', limit: MOST }), watching);
		for (const task of items) shown(task);
		for (const id of open) {
			const listed = items.find((task) => task.id === id);
			missing.set(id, listed?.connectionMissing === true ? (missing.get(id) ?? 0) + 1 : 0);
			const isStuck = (missing.get(id) ?? 0) >= MISSING_LOOKS;
			if (listed !== undefined && !isStuck) continue;
			const task = await retrying(() => client.read(id, 0, signal), watching);
			if (task.status === 'running' && !(isStuck && task.connectionMissing)) continue;
			open.delete(id);
			ended.set(id, task);
			display.end(task);
		}
		if (open.size === 0) return [...ended.values()];
		await sleep(PAUSE_MS, undefined, { signal });
	}

	/** The list lags a moment behind: one that has ended may still be in it. */
	function shown(task: TaskListItem): void {
		if (ended.get(task.id)?.startedAt === task.startedAt) return;
		open.add(task.id);
		display.show(task);
	}
}

/** Seconds of one long poll; progress is drawn between two. */
const POLL_SECONDS = 5;

/** Follows a task to its end by long polls, or until its connection was removed. @returns it as it ended, or as it waits */
export async function followTask(client: GatewayClient, id: string, watching: Watching): Promise<TaskWithLinks> {
	for (let missing = 0; ;) {
		const task = await retrying(() => client.read(id, POLL_SECONDS, watching.signal), watching);
		missing = task.connectionMissing ? missing + 1 : 0;
		if (task.status !== 'running' || missing >= MISSING_LOOKS) {
			watching.display.end(task);
			return task;
		}
		watching.display.show(task);
	}
}

/** A gateway that restarts is available within this number of attempts. */
const MAX_ATTEMPTS = 30;
const RETRY_PAUSE_MS = 2_000;

/** What a command that watches has at hand. */
export interface Watching {
	display: ProgressDisplay;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
}

/** Retries while the gateway is unavailable, for about a minute. @throws its last failure after that */
export async function retrying<Answer>(
	ask: () => Promise<Answer>,
	{ display, signal }: Watching,
	pauseMs = RETRY_PAUSE_MS,
): Promise<Answer> {
	for (let failures = 1; ; failures += 1) {
		try {
			return await ask();
		} catch (error) {
			if (!isUnavailable(error) || failures >= MAX_ATTEMPTS) throw error;
			if (failures === 1) display.note('The gateway is unavailable. Tasks continue. Retrying ...');
			await sleep(pauseMs, undefined, { signal });
		}
	}
}
