import { listTasks, readDetails } from '../../api/client';
import { listKnowledgeSets } from '../../api/knowledge';
import type { KnowledgeSet, TaskItem } from '../../api/types';
import { setId } from '../set-id';

/** A set with the tasks that work on it now, newest first. */
export interface SetNow extends KnowledgeSet {
	running: TaskItem[];
}

/** Running syncs that are looked at. */
const MOST_RUNNING = '100';

export interface SetsNow {
	sets: SetNow[];
	/** Tasks of sets that are not on record yet: their first sync runs. */
	first: TaskItem[];
}

/** All sets, and what runs for each. */
export async function readSets(): Promise<SetsNow> {
	const [sets, running] = await Promise.all([
		listKnowledgeSets(),
		listTasks({ type: 'knowledge-sync', ended: 'false', fresh: 'true', limit: MOST_RUNNING }),
	]);
	const named = await Promise.all(running.items.map(async (task) => ({ task, id: await idOf(task) })));
	const ids = new Set(sets.map(setId));
	return {
		sets: sets.map((set) => ({
			...set,
			running: named.filter(({ id }) => id === setId(set)).map(({ task }) => task),
		})),
		first: named.filter(({ id }) => !ids.has(id)).map(({ task }) => task),
	};
}

/** By the id and the start of a task. The input of a task does not change. */
const known = new Map<string, string>();

/** Which set a task works on. Only its input says so. */
async function idOf({ id, startedAt, connection, agentId }: TaskItem): Promise<string> {
	const key = `${startedAt} ${id}`;
	const found = known.get(key);
	if (found !== undefined) return found;
	const set = (await readDetails(id)).input['set'];
	const named = setId({ connection, agentId: agentId ?? '', set: typeof set === 'string' ? set : '' });
	known.set(key, named);
	return named;
}
