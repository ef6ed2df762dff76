import type { KnowledgeSet } from '../api/types';
import { counted } from '../words/words';

type Counts = NonNullable<KnowledgeSet['counts']>;

/** The types of items, each by itself. */
export const ITEM_TYPES: Readonly<Record<keyof Counts, string>> = {
	qa: 'Q&A pair',
	text: 'Text',
	page: 'Page',
	file: 'File',
};

const ONE: Readonly<Record<keyof Counts, string>> = { qa: 'pair', text: 'text', page: 'page', file: 'file' };

/** How much an agent knows by a set: `30 pairs, 2 texts`. */
export function countsInWords(counts: Counts): string {
	const types = Object.keys(ONE) as Array<keyof Counts>;
	const parts = types.flatMap((type) => (counts[type] === 0 ? [] : [counted(counts[type], ONE[type])]));
	return parts.length === 0 ? 'nothing yet' : parts.join(', ');
}

/** How a sync ended, in a word. */
export const OUTCOMES: Readonly<Record<KnowledgeSet['syncs'][number]['outcome'], string>> = {
	applied: 'Applied',
	planned: 'Plan only',
	rejected: 'Rejected',
	expired: 'Not decided in time',
	stopped: 'Stopped',
};
