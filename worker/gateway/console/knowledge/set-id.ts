import type { KnowledgeSet } from '../api/types';

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
