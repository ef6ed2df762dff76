import type { Skipped } from '../leads/filter';
import type { RefusedLead } from './contract';

/** Of the leads that do not count, how many the list keeps: the newest. */
const MAX_UNCOUNTED = 500;

/** A lead that the destination did not take as it is, as an activity reports it. */
export type Refusal = Omit<RefusedLead, 'at'>;

/**
 * How many leads count towards the number at which a sync blocks. Those do not that no change of the destination can
 * make fit, nor those that it refused while it took others: it works then, and the fault is the lead's.
 */
export function counting(leads: readonly RefusedLead[]): number {
	return leads.filter(isCounted).length;
}

interface Listed {
	/** Oldest first. */
	refused: RefusedLead[];
	/** See `SyncState`. */
	unlisted?: number;
	/** See `SyncState`. */
	skipped?: Skipped;
}

/**
 * Keeps the list in its bounds: all leads that count, and the newest of the others.
 * @param takes the destination has just taken a lead, so none in the list says that it takes none
 */
export function boundList(state: Listed, takes: boolean): void {
	const leads = takes ? state.refused.map(asSetAside) : state.refused;
	let excess = leads.length - counting(leads) - MAX_UNCOUNTED;
	state.refused = leads.filter((lead) => {
		if (excess <= 0 || isCounted(lead)) return true;
		excess -= 1;
		if (lead.kind === 'set_aside') state.unlisted = (state.unlisted ?? 0) + 1;
		return false;
	});
}

function asSetAside(lead: RefusedLead): RefusedLead {
	return isCounted(lead) ? { ...lead, kind: 'set_aside' } : lead;
}

/** How many leads the destination does not have. */
export function missingOf({ refused, unlisted = 0 }: Listed): number {
	return unlisted + refused.filter(({ kind }) => kind !== 'written_in_part').length;
}

/** The numbers of the progress. */
export function countsOf({ refused, unlisted = 0, skipped }: Listed) {
	const of = (kind: RefusedLead['kind']) => refused.filter((lead) => lead.kind === kind).length;
	return {
		refused: refused.length + unlisted,
		setAside: of('set_aside') + unlisted,
		inPart: of('written_in_part'),
		...(skipped === undefined ? {} : { skipped }),
	};
}

function isCounted({ kind = 'refused' }: RefusedLead): boolean {
	return kind === 'refused';
}
