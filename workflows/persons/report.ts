import type { PersonMode, PersonPlace, PersonReport, PlaceState } from './contract';

/** A report must fit into a history. */
const MOST_LISTED = 1_000;

/** What a person has to act on comes first. */
const ORDER: readonly PlaceState[] = ['failed', 'open', 'elsewhere', 'found', 'erased'];

export function reportOf(mode: PersonMode, places: readonly PersonPlace[]): PersonReport {
	const countOf = (state: PlaceState) => places.filter((place) => place.state === state).length;
	const listed = ORDER.flatMap((state) => places.filter((place) => place.state === state)).slice(0, MOST_LISTED);
	const counts = Object.fromEntries(ORDER.map((state) => [state, countOf(state)])) as PersonReport['counts'];
	return {
		version: 1,
		mode,
		complete: counts.open + counts.failed === 0,
		counts,
		places: listed,
		unlisted: places.length - listed.length,
	};
}
