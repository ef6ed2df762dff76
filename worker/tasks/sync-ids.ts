import { taskIdOf } from './task-ids';

export interface SyncIdentity {
	connection: string;
	/** Null: the sync of several agents. */
	agentId: string | null;
	destination: string;
}

/** The id of the sync of an agent into a destination, or of the one of several agents: there is one of each at most. */
export function syncIdOf({ connection, agentId, destination }: SyncIdentity): string {
	return taskIdOf('lead-sync', JSON.stringify([connection, agentId, destination]));
}
