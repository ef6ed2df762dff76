import { type Lead, type LeadFilter, type SkippedBy, skippedBy } from '../../../api';
import type { Skipped } from '../../../workflows/leads/filter';

export interface Wanted<Each> {
	wanted: Each[];
	/** Undefined: none was skipped. */
	skipped: Skipped | undefined;
}

/** The leads that the filter wants, in their order. @param filter undefined: all */
export function wantedOf<Each extends Lead>(
	leads: readonly Each[],
	filter: LeadFilter | undefined,
	onSkipped: (lead: Each, by: SkippedBy) => void = () => undefined,
): Wanted<Each> {
	if (filter === undefined) return { wanted: [...leads], skipped: undefined };
	const skipped: Skipped = { country: 0, email: 0, formField: 0 };
	const wanted = leads.filter((lead) => {
		const by = skippedBy(filter, lead);
		if (by === null) return true;
		skipped[by] += 1;
		onSkipped(lead, by);
		return false;
	});
	return { wanted, skipped: wanted.length === leads.length ? undefined : skipped };
}
