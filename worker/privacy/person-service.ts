import type { PersonMode, PersonReport } from '../../workflows/persons/contract';
import type { Person } from './person';
import type { SearchProgress } from './search';

export interface StartPersonSearch {
	mode: PersonMode;
	/** 1 to 255 characters: the same key and person give the same search. */
	idempotencyKey: string;
	person: Person;
}

export interface PersonSearchView {
	id: string;
	mode: PersonMode;
	status: 'running' | 'completed' | 'failed';
	/** Null when nothing is known, or when it has ended. */
	progress: SearchProgress | null;
	/** ISO 8601 UTC. */
	startedAt: string;
	/** ISO 8601 UTC. */
	closedAt: string | null;
	report: PersonReport | null;
	/** Why it failed, for a person. */
	error: string | null;
}

/** One person's data, found and erased. */
export interface PersonService {
	/** @throws PersonKeyReusedError */
	start(search: StartPersonSearch): Promise<PersonSearchView>;
	/** @throws PersonSearchNotFoundError */
	get(id: string): Promise<PersonSearchView>;
	/** Answers when it has ended, or when the time or the signal is over. @throws PersonSearchNotFoundError */
	waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<PersonSearchView>;
}
