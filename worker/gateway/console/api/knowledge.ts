import { taskPath } from './client';
import { read } from './gateway';
import type { KnowledgeItems, KnowledgeSet, KnowledgeSetList } from './types';

/** The sets of knowledge of all agents. */
export async function listKnowledgeSets(): Promise<KnowledgeSet[]> {
	return ((await read('/v1/knowledge-sets')) as KnowledgeSetList).items;
}

/** What an agent knows by a set. @param query as GET /v1/knowledge-sets/items takes it */
export async function listKnowledgeItems(query: Readonly<Record<string, string>>): Promise<KnowledgeItems> {
	return (await read(`/v1/knowledge-sets/items?${new URLSearchParams(query).toString()}`)) as KnowledgeItems;
}

/** A file of a task that is JSON. */
export async function readTaskFile(id: string, name: string): Promise<unknown> {
	return read(`${taskPath(id)}/files/${encodeURIComponent(name)}`);
}
