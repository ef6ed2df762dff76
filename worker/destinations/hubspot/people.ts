import type { Lead } from '../../../api';
import type { HubSpotConfig } from '../../config';
import type { LeadsOf, Refusal } from '../destination';
import { storableText } from '../../storage/storable-text';
import { sourceOf, TOO_DEEP } from '../lead-source';
import type { Contact, Properties } from './contacts-api';

type Mapping = Pick<HubSpotConfig, 'properties' | 'existing'>;

/** Leads with the same address: one person, who becomes one contact. */
export interface Person {
	/** In lower case, as HubSpot stores it. */
	email: string;
	/** Oldest first. */
	leads: Lead[];
}

/** @param leads oldest first @returns the people who can become contacts, and the reasons for the other leads */
export function peopleOf(
	mapping: Mapping,
	of: LeadsOf,
	leads: readonly Lead[],
): { people: Person[]; refused: Refusal[] } {
	const people = new Map<string, Person>();
	const refused: Refusal[] = [];
	for (const lead of leads) {
		const email = storableText(lead.email.trim().toLowerCase());
		const person = people.get(email);
		const reason =
			email === '' ? 'It has no email, which HubSpot needs to identify a contact.' : tooDeep(mapping, of, lead);
		if (reason !== null) refused.push({ leadId: lead.id, reason });
		else if (person === undefined) people.set(email, { email, leads: [lead] });
		else person.leads.push(lead);
	}
	return { people: [...people.values()], refused };
}

function tooDeep({ properties }: Mapping, of: LeadsOf, lead: Lead): string | null {
	try {
		valuesOf(properties, of, [lead]);
		return null;
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return TOO_DEEP;
	}
}

/** The properties of a new contact: for each property the newest non-empty value. */
export function newContact({ properties }: Mapping, of: LeadsOf, { email, leads }: Person): Properties {
	return { ...valuesOf(properties, of, leads), email };
}

/**
 * The changes to an existing contact. They never empty a property. An existing value changes only if the lead is newer
 * than the last written one, so leads may come in any order.
 */
export function changesOf(
	{ properties, existing }: Mapping,
	of: LeadsOf,
	{ leads }: Person,
	contact: Contact,
): Properties {
	const newest = valuesOf(properties, of, leads);
	const overwrites = existing === 'newest' && isNewer(properties, newest, contact);
	return Object.fromEntries(
		Object.entries(newest).filter(([name, value]) => {
			const current = (Object.hasOwn(contact.properties, name) ? contact.properties[name] : undefined) ?? '';
			return current === '' || (overwrites && current !== value);
		}),
	);
}

function valuesOf(properties: Mapping['properties'], of: LeadsOf, leads: readonly Lead[]): Properties {
	const values: Properties = {};
	for (const lead of leads) {
		for (const [name, source] of Object.entries(properties)) {
			const value = sourceOf(source, of, lead);
			if (value !== null && value !== '') values[name] = String(value);
		}
	}
	return values;
}

function isNewer(properties: Mapping['properties'], newest: Properties, contact: Contact): boolean {
	const name = Object.keys(properties).find((each) => properties[each] === 'capturedAt') ?? '';
	const current = Date.parse(contact.properties[name] ?? '');
	return Number.isNaN(current) || Date.parse(newest[name] ?? '') > current;
}
