import type { KnowledgeSet } from '../api/types';
import { panelLink } from '../parts/panel';

/** The name of the panel of a set in the page's address. */
export const SET_PANEL = 'set';

/** The name of the panel that imports a file into a set. */
export const IMPORT_PANEL = 'import';

/** Which set of which agent. */
export type SetName = Pick<KnowledgeSet, 'connection' | 'agentId' | 'set'>;

/** What stands for a set in addresses of panels. */
export function setId({ connection, agentId, set }: SetName): string {
	return JSON.stringify([connection, agentId, set]);
}

/** Null: the address names no set. */
export function setNamed(id: string): SetName | null {
	try {
		const parts: unknown = JSON.parse(id);
		if (!Array.isArray(parts)) return null;
		const [connection, agentId, set] = parts as unknown[];
		if (typeof connection !== 'string' || typeof agentId !== 'string' || typeof set !== 'string') return null;
		return { connection, agentId, set };
	} catch {
		return null;
	}
}

/** The address of the panel of a set, on the same page. */
export function setLink(set: SetName): string {
	return panelLink(SET_PANEL, setId(set));
}

/** The address of the panel that imports a file. @param set default: a new set */
export function importLink(set?: SetName): string {
	return panelLink(IMPORT_PANEL, set === undefined ? '' : setId(set));
}
