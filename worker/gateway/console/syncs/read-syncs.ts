import { readDetails, readTask } from '../api/client';
import { listSyncs } from '../api/list-syncs';
import type { TaskItem } from '../api/types';

/** More syncs of a type than this do not fit on a page for people. */
const MOST = 100;
const MOST_ENDED = 20;

export interface Syncs {
	running: TaskItem[];
	ended: TaskItem[];
}

/** Results by the id and the end of a sync, because an ended sync does not change. */
const known = new Map<string, TaskItem>();

/** The running syncs, and the newest of those that have ended. */
export async function readSyncs(): Promise<Syncs> {
	const limit = String(MOST);
	const [running, ended] = await Promise.all([
		listSyncs({ limit, ended: 'false', fresh: 'true' }),
		listSyncs({ limit, ended: 'true', reasons: 'true' }),
	]);
	// A sync that was started again keeps its id. Only its newest run counts.
	const ids = new Set(running.map(({ id }) => id));
	const newest = ended.filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, MOST_ENDED);
	return {
		running: await Promise.all(running.map(withDestination)),
		ended: await Promise.all(newest.map(withTotals)),
	};
}

/** Destinations by the id and the start of a sync that has not reported yet. They do not change. */
const destinations = new Map<string, string>();

/** A sync reports its destination with its first page. Until then, its input names it. */
async function withDestination(sync: TaskItem): Promise<TaskItem> {
	if (sync.progress?.destination !== undefined) return sync;
	const key = `${sync.id} ${sync.startedAt}`;
	const known = destinations.get(key) ?? textOf((await readDetails(sync.id)).input, 'destination').destination;
	if (known === undefined) return sync;
	destinations.set(key, known);
	return { ...sync, progress: { message: '', at: sync.startedAt, ...sync.progress, destination: known } };
}

/** The result of an ended sync says where its leads or conversations went, and how many. */
async function withTotals(sync: TaskItem): Promise<TaskItem> {
	const key = `${sync.id} ${sync.closedAt ?? ''}`;
	const found = known.get(key);
	if (found !== undefined) return found;
	const { result } = await readTask(sync.id);
	const progress = {
		message: sync.progress?.message ?? '',
		at: sync.startedAt,
		...textOf(result, 'destination'),
		...countOf(result, 'leadsSynced', 'itemsDone'),
		...countOf(result, 'leadsRefused', 'itemsFailed'),
		...countOf(result, 'conversations', 'itemsDone'),
		...countOf(result, 'withoutTranscript', 'itemsFailed'),
		...agentsOf(result),
	};
	known.set(key, { ...sync, progress });
	return { ...sync, progress };
}

function textOf(result: Record<string, unknown> | null, name: 'destination'): { destination?: string } {
	const value = result?.[name];
	return typeof value === 'string' ? { [name]: value } : {};
}

function agentsOf(result: Record<string, unknown> | null): { agents?: number } {
	const agents = result?.['agents'];
	return Array.isArray(agents) ? { agents: agents.length } : {};
}

function countOf(result: Record<string, unknown> | null, from: string, name: string) {
	const value = result?.[from];
	return typeof value === 'number' ? { [name]: value } : {};
}
