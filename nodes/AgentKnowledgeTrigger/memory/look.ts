import type { Sighting } from './sighting';

/** What one look at the service showed, oldest first. */
export interface Look {
	/** Not returned yet. */
	news: Sighting[];
	/** Only to remember. */
	rest: Sighting[];
	/** How many items the list has below the news; 0 without a list. */
	settled: number;
	/** The list has more items below those that were read. Only the first look needs it. */
	goesOn?: boolean;
	/** All fields whose changes do not count from now on. Default: as before. */
	restless?: readonly string[];
}
