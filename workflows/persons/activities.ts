import type { PersonArgs, PersonLead, PersonPlace } from './contract';

export interface FindPersonLeads {
	/** Key of the blob that names the person. */
	request: string;
	agentId: string;
	/** How many leads come before the page. */
	offset: number;
}

export interface FoundLeads {
	leadIds: number[];
	/** Their conversations. */
	conversationIds?: string[];
	/** Where syncs note the telephone numbers of these leads (`FoundNumber`). */
	numbers?: string[];
	/** Leads of this agent that the request names. */
	named?: number[];
	/** Where the next page begins; null after the last one. */
	next: number | null;
}

/** Folders of blobs, by HMACs of a telephone number. So the history does not name it. */
export interface FoundNumber {
	numbers: string[];
}

/** Activities on the queue of a connection; each makes one API call. */
export interface PersonReadActivities {
	/** Leads of an agent that have the person's address. */
	findPersonLeads(find: FindPersonLeads): Promise<FoundLeads>;
	/** Where syncs note the telephone number of a lead that the request names. */
	findPersonNumber(lead: { agentId: string; leadId: number }): Promise<FoundNumber>;
}

export interface SearchKept extends Pick<PersonArgs, 'mode' | 'request'> {
	/** Leads of the person at the service. */
	leads: PersonLead[];
	/** Where syncs note the telephone numbers of the person's leads (`FoundNumber`). */
	numbers?: string[];
	/** Since when the person is left out of what is read, in milliseconds since 1970. */
	since: number;
}

/** Activities on the worker's own queue. */
export interface PersonActivities {
	/** Keeps the person's leads of until now out of everything that is written from now on. */
	rememberErased(request: string): Promise<void>;
	/** Looks through all that the worker can reach, and erases what it finds where that is asked. A repeat is safe. */
	searchKept(search: SearchKept): Promise<PersonPlace[]>;
	/** Removes the blob that names the person. */
	forgetRequest(request: string): Promise<void>;
}
