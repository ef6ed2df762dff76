import type { PersonService } from '../../privacy';
import { personSearchNotFound } from '../../privacy/person-service';

/** No searches: enough for the routes that have nothing to do with them. */
export function inMemoryPersons(): PersonService {
	const none = (id: string) => Promise.reject(personSearchNotFound(id));
	return { start: () => none('person-find/1'), get: none, waitFor: none };
}
