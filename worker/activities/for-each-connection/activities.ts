import { activityInfo, heartbeat } from '@temporalio/activity';
import { z } from 'zod';
import { contracts } from '../../../workflows/contracts';
import type { EachActivities, EndOfOne, Selected, StartOne } from '../../../workflows/for-each-connection/activities';
import { EACH_TYPES } from '../../../workflows/for-each-connection/kinds';
import { shortened, shortText } from '../../../workflows/task/failure';
import { parseSelector } from '../../../workflows/task/selector';
import { isProblem, Problem } from '../../problems/problem';
import { endOf, type TaskService, type TaskView } from '../../tasks';
import { type LabelledConnections, refusalOf } from '../../tasks/bulk';
import { frozenUsesSchema } from '../../tasks/caller-limits';
import { effectKey } from '../../tasks/task-ids';
import { issueText } from '../../problems/validation';
import { notYet } from '../../temporal/not-yet';
import { checked } from '../task/arguments';
import { runSchema, taskId } from '../task/running-task';

const selectedSchema: z.ZodType<Selected> = z.object({ selector: z.string(), allowed: z.array(z.string()).nullable() });
const startSchema: z.ZodType<StartOne> = z.object({
	type: z.enum(EACH_TYPES),
	connection: z.string(),
	input: z.record(z.string(), z.unknown()),
	uses: frozenUsesSchema.optional(),
});
const idsSchema = z.array(z.string());

/** Reading the labels costs nothing: the process has the configuration. In milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** After this time a watch returns what is selected, so that the task looks how its syncs stand. In milliseconds. */
const LONGEST_WATCH_MS = 10 * 60_000;
/** While a file is being replaced, or one worker has not read it yet, a connection is missing for a moment. In milliseconds. */
const GONE_FOR_MS = 60_000;

const READS_AT_ONCE = 16;
/** Longest end in a row, in characters: a service's own words may be long, and a result of all rows has 2 MB. */
const LONGEST_END = 300;

export interface EachServices {
	tasks: Pick<TaskService, 'start' | 'get' | 'cancel' | 'isStopping'>;
	connections: LabelledConnections;
}

/** Activities of tasks for many connections. They make no call of the API: the tasks that they start do. */
export function eachActivities({ tasks, connections }: EachServices): EachActivities {
	const select = ({ selector, allowed }: Selected) =>
		connections.matching(parseSelector(selector)).filter((name) => allowed?.includes(name) !== false);
	return {
		selectedConnections: (given) => Promise.resolve(select(checked(selectedSchema, given))),
		awaitSelection: (given, known) =>
			Promise.resolve().then(() => otherSelection(select(checked(selectedSchema, given)), checked(idsSchema, known))),
		async startForConnection(given) {
			const { type, connection, input, uses = null } = checked(startSchema, given);
			const parsed = contracts[type].input.safeParse({ ...input, connection }, { error: issueText });
			if (!parsed.success) return { taskId: null, error: shortened(unfit(z.prettifyError(parsed.error))) };
			try {
				const started = await tasks.start({
					type,
					input: parsed.data,
					uses,
					idempotencyKey: effectKey('each', taskId(), connection),
				});
				const { id, status } = started;
				const isStopping = status === 'running' && (await tasks.isStopping(id));
				return { taskId: id, error: null, ...(isStopping ? { isStopping } : {}) };
			} catch (error) {
				if (!(error instanceof Problem) || error.status >= 500) throw error;
				return { taskId: null, error: shortened(refusalOf(error)) };
			}
		},
		async endsForConnections(given) {
			const ids = checked(idsSchema, given);
			const ends: EndOfOne[] = [];
			for (let from = 0; from < ids.length; from += READS_AT_ONCE)
				ends.push(...(await Promise.all(ids.slice(from, from + READS_AT_ONCE).map((id) => endOfTask(tasks, id)))));
			return ends;
		},
		async stopForConnection(given, time, run) {
			const id = checked(z.string(), given);
			const what = [id, `${checked(z.int(), time)}`, ...(run === undefined ? [] : [checked(runSchema, run)])];
			try {
				await tasks.cancel(id, effectKey('each', taskId(), what.join(' ')));
			} catch (error) {
				if (!isProblem(error, 'task_not_found')) throw error;
			}
		},
	};
}

/** When each connection was first missing, in ms since 1970, by its name: kept between the attempts. */
const goneSchema = z.record(z.string(), z.number()).catch({});

/** One look. @throws `not_yet` while the same connections are selected, so that the server looks again */
function otherSelection(selected: readonly string[], known: readonly string[]): string[] {
	const info = activityInfo();
	const before = goneSchema.parse(info.heartbeatDetails);
	const now = Date.now();
	const missing = known.filter((name) => !selected.includes(name));
	const since = (name: string) => (Object.hasOwn(before, name) ? before[name] : undefined) ?? now;
	const gone = missing.filter((name) => now - since(name) >= GONE_FOR_MS);
	const added = selected.filter((name) => !known.includes(name));
	if (gone.length > 0 || added.length > 0 || now - info.scheduledTimestampMs >= LONGEST_WATCH_MS)
		// What is missing for a moment is still selected.
		return [...known.filter((name) => !gone.includes(name)), ...added];
	heartbeat(Object.fromEntries(missing.map((name) => [name, since(name)])));
	throw notYet('The same connections are selected.', LOOK_EVERY_MS);
}

async function endOfTask(tasks: EachServices['tasks'], id: string): Promise<EndOfOne> {
	try {
		return endIn(await tasks.get(id));
	} catch (error) {
		if (!isProblem(error, 'task_not_found')) throw error;
		return { status: 'not_done', message: 'The task is no longer kept.' };
	}
}

function endIn(task: TaskView): EndOfOne {
	if (task.status === 'running') return { status: 'running', message: task.progress?.message ?? '' };
	const end = endOf(task);
	const message = shortText(end?.reason ?? task.progress?.message ?? task.status, LONGEST_END);
	if (task.status === 'cancelled') return { status: 'cancelled', message };
	return { status: end?.succeeded === true ? 'completed' : 'not_done', message };
}

function unfit(issues: string) {
	return { type: 'invalid_input', title: 'The input does not fit', detail: `Nothing was started. ${issues}` };
}
