/** The calls of a trial. They do nothing. */
export interface FairnessActivities {
	/** @param holdMs how long it occupies the only slot of the trial's worker */
	trialCall(holdMs: number): Promise<void>;
}

/** How a server dispatches calls with fairness keys. */
export interface Fairness {
	/** It paces each key by itself: waiting calls of one key block no other key. */
	paced: boolean;
	/** The same holds for waiting calls of a higher priority. */
	ordered: boolean;
}
