import type { Sighting } from './sighting';

/** What one look at the service showed, oldest first. */
export interface Look {
	/** Not told of yet. */
	news: Sighting[];
	/** Nothing to tell of, but to be remembered. */
	rest: Sighting[];
	/** How many items of the list there are below the news; 0 where there is no list. */
	settled: number;
	/** The list goes on below what was read; of use in the first look only. */
	goesOn?: boolean;
}
