import { listKnowledgeSets } from '../../api/knowledge';
import type { KnowledgeSet } from '../../api/types';
import { setId } from '../set-id';

/** How a set was brought into step the last time. @param id as `setId` makes it @returns null if it is not known */
export async function knownSettings(id: string): Promise<KnowledgeSet['settings']> {
	if (id === '') return null;
	return (await listKnowledgeSets()).find((set) => setId(set) === id)?.settings ?? null;
}
