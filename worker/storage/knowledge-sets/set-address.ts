import { createHash } from 'node:crypto';

/** Which set of which agent. */
export interface SetAddress {
	/** The connection of the agent. */
	connection: string;
	agentId: string;
	set: string;
}

/** Stands for an agent in keys. Its id may have any characters, and keys of blobs may not. */
export function agentKey({ connection, agentId }: Omit<SetAddress, 'set'>): string {
	return hashOf(JSON.stringify([connection, agentId]));
}

/** Stands for the name of a set in keys, beside its agent. */
export function nameKey(set: string): string {
	return hashOf(set);
}

/** Stands for a set in keys. */
export function setKey({ connection, agentId, set }: SetAddress): string {
	return hashOf(JSON.stringify([connection, agentId, set]));
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url');
}
