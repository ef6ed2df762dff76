import type { Lead } from '../../../api';
import type { HubSpotConfig } from '../../config';
import type { LeadsOf } from '../destination';
import { sourceOf } from '../lead-source';
import type { Contact, Properties } from './contacts-api';

type Mapping = Pick<HubSpotConfig, 'properties' | 'existing'>;

/** Leads that share an address: one person, who becomes one contact. */
export interface Person {
	/** In lower case, as HubSpot keeps it. */
	email: string;
	/** Oldest first. */
	leads: Lead[];
}

/** @param leads oldest first */
export function peopleOf(leads: readonly Lead[]): { people: Person[]; withoutEmail: Lead[] } {
	const people = new Map<string, Person>();
	const withoutEmail: Lead[] = [];
	for (const lead of leads) {
		const email = lead.email.trim().toLowerCase();
		const person = people.get(email);
		if (email === '') withoutEmail.push(lead);
		else if (person === undefined) people.set(email, { email, leads: [lead] });
		else person.leads.push(lead);
	}
	return { people: [...people.values()], withoutEmail };
}

/** A new contact: of each property the newest lead's value, and never an empty one. */
export function newContact({ properties }: Mapping, of: LeadsOf, { email, leads }: Person): Properties {
	return { ...valuesOf(properties, of, leads), email };
}

/**
 * What is to be changed of a contact that is there: nothing is ever emptied. Properties that it has are kept, or become
 * the lead's when that is the newest that was written, so that leads may come in any order.
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
			const current = contact.properties[name] ?? '';
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
