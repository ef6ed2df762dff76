import type { Lead } from '../../../api';
import type { HubSpotConfig } from '../../config';
import type { LeadsOf, Refusal } from '../destination';
import { sourceOf, TOO_DEEP } from '../lead-source';
import type { Contact, Properties } from './contacts-api';

type Mapping = Pick<HubSpotConfig, 'properties' | 'existing'>;

/** Leads that share an address: one person, who becomes one contact. */
export interface Person {
	/** In lower case, as HubSpot keeps it. */
	email: string;
	/** Oldest first. */
	leads: Lead[];
}

/** @param leads oldest first @returns those of whom a contact can be made, and why none can be made of the others */
export function peopleOf(
	mapping: Mapping,
	of: LeadsOf,
	leads: readonly Lead[],
): { people: Person[]; refused: Refusal[] } {
	const people = new Map<string, Person>();
	const refused: Refusal[] = [];
	for (const lead of leads) {
		const email = lead.email.trim().toLowerCase().toWellFormed();
		const person = people.get(email);
		const reason = email === '' ? 'It has no email, by which HubSpot knows contacts.' : tooDeep(mapping, of, lead);
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
