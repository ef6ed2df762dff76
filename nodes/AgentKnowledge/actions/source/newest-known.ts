import type { Source, SourceType } from '../../../../api';
import type { Api } from '../../transport/api';
import { ApiFailure } from '../../transport/api-failure';
import { listItems } from '../../transport/list-items';

/** What was there before a source is added: the newest one, and those this execution added itself. */
interface Note {
	/** When the newest was created, in milliseconds since the epoch; null for an empty list. */
	newestAt: number | null;
	ids: Set<number>;
}

const notesOf = new WeakMap<Api, Map<string, Note>>();

/**
 * Notes the newest source of a type, so that a new one can be told from old ones after a lost answer. One read
 * serves all items of an execution: what it adds itself is noted too. A key without read:sources notes nothing,
 * and cannot look later either.
 */
export async function noteNewest(api: Api, agentId: string, type: SourceType): Promise<void> {
	const notes = notesOf.get(api) ?? new Map<string, Note>();
	notesOf.set(api, notes);
	if (notes.has(keyOf(agentId, type))) return;
	const page = await api
		.call('listSources', { params: { id: agentId }, query: { type, limit: 1, offset: 0 } })
		.catch(orNothing);
	const [newest] = page?.items ?? [];
	notes.set(keyOf(agentId, type), {
		newestAt: newest === undefined ? null : Date.parse(newest.createdAt),
		ids: new Set(newest === undefined ? [] : [newest.id]),
	});
}

/** Takes a source that was added here as known. */
export function noteAdded(api: Api, agentId: string, source: { id: number; type: SourceType }): void {
	notesOf.get(api)?.get(keyOf(agentId, source.type))?.ids.add(source.id);
}

/** The sources of a type that came after what was noted, and of which `isOurs` says that they look like ours. */
export async function newMatches(
	api: Api,
	agentId: string,
	type: SourceType,
	isOurs: (source: Source) => boolean,
): Promise<Source[]> {
	const note = notesOf.get(api)?.get(keyOf(agentId, type));
	const matches: Source[] = [];
	const sources = listItems((window) =>
		api.call('listSources', { params: { id: agentId }, query: { ...window, type } }),
	);
	for await (const source of sources) {
		const isOlder = typeof note?.newestAt === 'number' && Date.parse(source.createdAt) < note.newestAt;
		if (isOlder) break;
		if (note?.ids.has(source.id) !== true && isOurs(source)) matches.push(source);
	}
	return matches;
}

function keyOf(agentId: string, type: SourceType): string {
	return JSON.stringify([agentId, type]);
}

function orNothing(error: unknown): null {
	if (error instanceof ApiFailure && error.fields.type === 'insufficient_scope') return null;
	throw error;
}
