import type { Lead } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import type { HubSpotSettings } from './settings';
import type { LeadsOf, Refusal } from '../destination';
import { storableText } from '../../storage/storable-text';
import { type NameRules, sourceOf, TOO_DEEP } from '../lead-source';
import type { Contact, Properties, PropertyDefinition } from './contacts-api';
import { fittedTo, isSame, momentOf } from './property-value';

type Settings = Pick<
	HubSpotSettings,
	'properties' | 'existing' | 'withoutEmail' | 'leadProperty' | 'withoutName' | 'oneWordName'
>;

export interface Mapping extends Settings {
	/** The account's properties by name. One that is missing takes values as they are. */
	types: ReadonlyMap<string, PropertyDefinition>;
}

/** Leads that become one contact: those with the same address, or one without an address. */
export interface Person {
	/** The property by which the contact is found: `email`, or the one for leads without an address. */
	by: string;
	/** Its value. An address is in lower case, as HubSpot stores it. */
	id: string;
	/** Oldest first. */
	leads: Lead[];
}

const LONGEST_PART = 300;

/**
 * @param leads oldest first
 * @returns the people who can become contacts, the reasons for other leads, and how many the settings skip
 */
export function peopleOf(
	settings: Settings,
	of: LeadsOf,
	leads: readonly Lead[],
): { people: Person[]; refused: Refusal[]; skipped: number } {
	const people = new Map<string, Person>();
	const refused: Refusal[] = [];
	let skipped = 0;
	for (const lead of leads) {
		const email = storableText(lead.email.trim().toLowerCase());
		const alone = email === '' ? personAlone(settings, of, lead) : null;
		const person = people.get(email);
		const reason = email === '' && alone === null ? NO_EMAIL : tooDeep(settings, of, lead);
		if (reason === NO_EMAIL && settings.withoutEmail === 'skip') skipped += 1;
		else if (reason !== null) refused.push({ leadId: lead.id, reason, kind: 'set_aside' });
		else if (alone !== null) people.set(alone.id, alone);
		else if (person === undefined) people.set(email, { by: 'email', id: email, leads: [lead] });
		else person.leads.push(lead);
	}
	return { people: [...people.values()], refused, skipped };
}

const NO_EMAIL = 'It has no email, which HubSpot needs to identify a contact.';

/** A lead as a contact without an address; null if the destination creates none. */
export function personAlone({ withoutEmail, leadProperty }: Settings, of: LeadsOf, lead: Lead): Person | null {
	if (withoutEmail !== 'create' || leadProperty === undefined) return null;
	return { by: leadProperty, id: leadKeyOf(of, lead.id), leads: [lead] };
}

/** A lead in the property for leads without an address. It is the same in every attempt. */
export function leadKeyOf({ connection }: Pick<LeadsOf, 'connection'>, leadId: number): string {
	return `${connection}/${leadId}`;
}

function tooDeep({ properties }: Settings, of: LeadsOf, lead: Lead): string | null {
	try {
		for (const source of Object.values(properties)) sourceOf(source, of, lead);
		return null;
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return TOO_DEEP;
	}
}

/** The properties of a new contact: for each property the newest non-empty value that fits. */
export function newContact(mapping: Mapping, of: LeadsOf, { by, id, leads }: Person): Properties {
	return { ...valuesOf(mapping, of, leads, mapping), [by]: id };
}

/**
 * The changes to an existing contact. They never empty a property. An existing value changes only if the lead is newer
 * than the last written one, so leads may come in any order.
 */
export function changesOf(mapping: Mapping, of: LeadsOf, { leads }: Person, contact: Contact): Properties {
	const { properties, existing, types } = mapping;
	// What a lead without a name is called must not replace the name of a person.
	const newest = valuesOf(mapping, of, leads, { oneWordName: mapping.oneWordName });
	const overwrites = existing === 'newest' && isNewer(properties, newest, contact);
	return Object.fromEntries(
		Object.entries(newest).filter(([name, value]) => {
			const current = (Object.hasOwn(contact.properties, name) ? contact.properties[name] : undefined) ?? '';
			return current === '' || (overwrites && !isSame(types.get(name), current, value));
		}),
	);
}

/** @param leftOut properties with the reason, without values */
export function inPart({ id }: Lead, leftOut: readonly string[]): Refusal {
	const reason = shortText(`HubSpot has it without ${leftOut.join(', ')}.`, LONGEST_PART);
	return { leadId: id, reason, kind: 'written_in_part' };
}

/** One entry for each lead, with all its reasons. */
export function together(parts: readonly Refusal[]): Refusal[] {
	const byLead = new Map<number, Refusal>();
	for (const part of parts) {
		const before = byLead.get(part.leadId);
		byLead.set(part.leadId, before === undefined ? part : { ...part, reason: `${before.reason} ${part.reason}` });
	}
	return [...byLead.values()];
}

/** The properties whose value does not fit, each with what it takes. */
export function leftOutOf({ properties, types }: Mapping, of: LeadsOf, lead: Lead): string[] {
	return Object.entries(properties).flatMap(([name, source]) => {
		const given = sourceOf(source, of, lead);
		if (given === null || given === '') return [];
		const fitted = fittedTo(types.get(name), given);
		return 'takes' in fitted ? [`${name} (it takes ${fitted.takes})`] : [];
	});
}

function valuesOf({ properties, types }: Mapping, of: LeadsOf, leads: readonly Lead[], names: NameRules): Properties {
	const values: Properties = {};
	for (const lead of leads) {
		for (const [name, source] of Object.entries(properties)) {
			const given = sourceOf(source, of, lead, names);
			if (given === null || given === '') continue;
			const fitted = fittedTo(types.get(name), given);
			if ('value' in fitted && fitted.value !== '') values[name] = fitted.value;
		}
	}
	return values;
}

function isNewer(properties: Settings['properties'], newest: Properties, contact: Contact): boolean {
	const name = Object.keys(properties).find((each) => properties[each] === 'capturedAt') ?? '';
	const current = momentOf(contact.properties[name] ?? '');
	return Number.isNaN(current) || momentOf(newest[name] ?? '') > current;
}
