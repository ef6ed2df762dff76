import type { Intention } from '../verdict';

/** Where one lead came to be: a row, a contact, a message or a line. */
export interface LeadEffect {
	lead: number;
	id: string;
	/** Milliseconds since 1970. */
	at: number;
}

/** Each lead is wanted once. @param where for a person: `in a file` */
export function leadIntentions(leads: readonly number[], effects: readonly LeadEffect[], where: string): Intention[] {
	const byLead = new Map(leads.map((lead): [number, Intention['effects']] => [lead, []]));
	for (const { lead, id, at } of effects) byLead.get(lead)?.push({ id, at });
	return [...byLead].map(([lead, found]) => ({ what: `lead ${lead} ${where}`, kind: 'row', effects: found }));
}
