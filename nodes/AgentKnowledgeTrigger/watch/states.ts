import type { Sighting } from '../memory/sighting';
import type { Watch } from './watch';

const MOST_KNOWN = 2_000;

/** All items that a poll read, newest first. */
export interface Seen {
	sightings: Sighting[];
	/** The list has more items than were read. */
	goesOn?: boolean;
}

/** Watches a list that each poll reads as a whole. An item is news if it is new or in another state. */
export function states(read: () => Promise<Seen>): Watch {
	return {
		mostKnown: MOST_KNOWN,
		async look(memory) {
			const { sightings, goesOn = false } = await read();
			const seen = sightings.toReversed();
			const isNews = (one: Sighting) => memory?.isNews(one) ?? false;
			return {
				news: seen.filter(isNews),
				rest: seen.filter((one) => !isNews(one)),
				settled: 0,
				goesOn,
			};
		},
		async newest(most) {
			const { sightings } = await read();
			const wanted = sightings.filter(({ mark }) => mark !== null);
			return wanted.slice(0, most).map(({ item }) => item);
		},
	};
}
