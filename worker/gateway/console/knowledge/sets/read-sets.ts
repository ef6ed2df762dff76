import { listTasks, readDetails } from '../../api/client';
import { listKnowledgeSets } from '../../api/knowledge';
import type { KnowledgeSet, TaskItem } from '../../api/types';
import { setId, type SetName } from '../set-id';

/** A set with the tasks that work on it now, newest first. */
export interface SetNow extends KnowledgeSet {
	running: TaskItem[];
}

/** Running syncs that are looked at. */
const MOST_RUNNING = '100';

export interface SetsNow {
	sets: SetNow[];
	/** Tasks of sets that are not on record yet: their first sync runs. */
	first: FirstSync[];
}

/** Which set a task works on that is not on record. */
export interface FirstSync {
	task: TaskItem;
	set: SetName;
}

/** All sets, and what runs for each. */
export async function readSets(): Promise<SetsNow> {
	const [sets, running] = await Promise.all([
		listKnowledgeSets(),
		listTasks({ type: 'knowledge-sync', ended: 'false', fresh: 'true', limit: MOST_RUNNING }),
	]);
	const named = await Promise.all(running.items.map(async (task) => ({ task, set: await setOf(task) })));
	const ids = new Set(sets.map(setId));
	return {
		sets: sets.map((set) => ({
			...set,
			running: named.filter((each) => setId(each.set) === setId(set)).map(({ task }) => task),
		})),
		first: named.filter(({ set }) => !ids.has(setId(set))),
	};
}

/** By the id and the start of a task. The input of a task does not change. */
const known = new Map<string, SetName>();

/** Which set a task works on. Only its input says so. */
async function setOf({ id, startedAt, connection, agentId }: TaskItem): Promise<SetName> {
	const key = `${startedAt} ${id}`;
	const found = known.get(key);
	if (found !== undefined) return found;
	const set = (await readDetails(id)).input['set'];
	const named = { connection, agentId: agentId ?? '', set: typeof set === 'string' ? set : '' };
	known.set(key, named);
	return named;
}
