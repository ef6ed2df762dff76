import type { PersonLead, PersonPlace } from './contract';

/** Everything that must not be lost when it continues as new. */
export interface PersonState {
	/** Connections that are still to be asked; the first one is being asked. */
	connections: string[];
	/** Its agents that are still to be asked; null until they are known. */
	agentIds: string[] | null;
	/** When the person was left out of what is read, in milliseconds since 1970; null before that. */
	since: number | null;
	leads: PersonLead[];
	places: PersonPlace[];
}
