/** Tasks that end by themselves. */
const ENDING_TYPES = [
	'nightly-retrain',
	'lead-export',
	'conversation-export',
	'knowledge-sync',
	'weekly-report',
] as const;
/** Tasks that run until they are cancelled. */
const ENDLESS_TYPES = ['lead-sync', 'conversation-sync'] as const;

/** The types of which each connection can get one. */
export const EACH_TYPES = [...ENDING_TYPES, ...ENDLESS_TYPES] as const;
export type EachType = (typeof EACH_TYPES)[number];

export function isEndless(type: string): boolean {
	return ENDLESS_TYPES.some((each) => each === type);
}

/** The stage of a task that has a sync for each connection, all of which stop with it. */
export const SYNCS = 'syncing';
