import type { TaskStarted, TaskWithLinks } from '../../gateway/schemas';
import { SYNC_TYPES } from '../../tasks/definitions';
import type { GatewayClient } from '../gateway-client';
import { noteUnchecked, throwUnlessDone } from '../run/run-task';
import { endText } from '../task-text';
import { CommandError, type ResultOptions, type Terminal } from '../terminal';
import { followTask, watch } from '../watch-tasks';
import { type EachTask, printEach, type RefusedTask, throwIfRefused } from './each-task';

/** Tasks that were chosen and not sent to the gateway. */
export interface LeftOut {
	/** Of types that start only once. */
	refused: RefusedTask[];
	/** Not now, such as those that were retried already. */
	skipped: RefusedTask[];
}

interface FollowOptions extends ResultOptions {
	wait: boolean;
}

/** The task as it ended, or its start if nobody followed it. */
type Shown = TaskWithLinks | TaskStarted;

/**
 * Follows what was started again to its end, unless only the ids are wanted. A sync has no end of its own, so nobody
 * follows it.
 * @throws CommandError unless all did what was asked, after it has printed the others
 */
export async function followRetried(
	client: GatewayClient,
	started: EachTask<TaskStarted>,
	options: FollowOptions,
	terminal: Terminal,
	leftOut?: LeftOut,
): Promise<void> {
	for (const { answer } of started.items) noteUnchecked(answer, terminal);
	const followed = options.wait ? started.items.filter(({ answer }) => !isSync(answer)) : [];
	const { ends, failures } = await untilEnded(
		client,
		followed.map(({ answer }) => answer.id),
		terminal,
	);
	const shown = started.items.map(({ id, answer }) => ({ id, answer: ends.get(answer.id) ?? answer }));
	const line = (task: Shown) => {
		if (!('ended' in task)) return task.id;
		return shown.length === 1 ? endText(task) : `${task.id}: ${endText(task)}`;
	};
	if (options.wait) noteUnfollowed(started, terminal);
	printEach(terminal, options, { items: shown, refused: started.refused }, line, leftOut);
	throwIfRefused(started);
	if (failures[0] !== undefined) throw failures[0];
	throwUnlessDone(...ends.values());
}

/** One that cannot be read any more hides no end of the others. */
async function untilEnded(client: GatewayClient, ids: readonly string[], terminal: Terminal) {
	const ends = new Map<string, TaskWithLinks>();
	const failures: CommandError[] = [];
	if (ids.length === 0) return { ends, failures };
	terminal.note(`Started ${ids.join(', ')}. Ctrl-C stops watching. The tasks continue.`);
	const howToContinue = `  agent-knowledge tasks watch ${ids.join(' ')}\n  agent-knowledge tasks cancel ${ids.join(' ')}`;
	await watch(terminal, howToContinue, (watching) =>
		Promise.all(
			ids.map(async (id) => {
				try {
					ends.set(id, await followTask(client, id, watching));
				} catch (error) {
					if (!(error instanceof CommandError)) throw error;
					failures.push(new CommandError(`${id}: ${error.message}`, error.exitCode));
				}
			}),
		),
	);
	return { ends, failures };
}

function noteUnfollowed({ items }: EachTask<TaskStarted>, terminal: Terminal): void {
	const syncs = items.filter(({ answer }) => isSync(answer)).map(({ answer }) => answer.id);
	if (syncs.length > 0) terminal.note(`Not followed, because it runs until it is cancelled: ${syncs.join(', ')}`);
}

function isSync({ type }: TaskStarted): boolean {
	return SYNC_TYPES.includes(type);
}
