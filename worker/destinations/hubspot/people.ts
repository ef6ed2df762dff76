import { type Lead, personOf } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import type { HubSpotSettings } from './settings';
import type { LeadsOf, Refusal } from '../destination';
import { storableText } from '../../storage/storable-text';
import { type NameRules, sourceOf, TOO_DEEP } from '../lead-source';
import { isNamePart, nameChanges, newestName } from './contact-name';
import type { Contact, Properties, PropertyDefinition } from './contacts-api';
import { fittedTo, isSame as isSameValue, momentOf } from './property-value';

type Settings = Pick<
	HubSpotSettings,
	'properties' | 'existing' | 'withoutEmail' | 'leadProperty' | 'telephoneProperty' | 'withoutName' | 'oneWordName'
>;

export interface Mapping extends Settings {
	/** The account's properties by name. One that is missing takes values as they are. */
	types: ReadonlyMap<string, PropertyDefinition>;
}

/** Leads that become one contact: those with one address or telephone number, or one lead with neither. */
export interface Person {
	/** The property by which the contact is found: `email`, or one for leads without an address. */
	by: string;
	/** Its value. An address is in lower case, as HubSpot stores it. */
	id: string;
	/** Oldest first. */
	leads: Lead[];
	/** The number that a contact found by its email gets. Default: none, as it or another contact has it. */
	telephone?: string;
}

const LONGEST_PART = 300;
/** In characters. A longer text is not the telephone number of a person. */
const LONGEST_NUMBER = 40;

/** By what a contact is found. HubSpot compares addresses and unique values without their case. */
export function keyOf({ by, id }: Pick<Person, 'by' | 'id'>): string {
	return `${by} ${id.toLowerCase()}`;
}

/** The number by which the contact of a lead is found. Null: it has none, or no property is set for it. */
export function telephoneOf({ telephoneProperty }: Pick<Settings, 'telephoneProperty'>, lead: Lead): string | null {
	const { telephone } = personOf(lead);
	return telephoneProperty === undefined || telephone === null || telephone.length > LONGEST_NUMBER ? null : telephone;
}

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
		const found = email === '' ? personAlone(settings, of, lead) : { by: 'email', id: email, leads: [lead] };
		if (found === null && settings.withoutEmail === 'skip') {
			skipped += 1;
			continue;
		}
		const reason = found === null ? noEmail(settings) : tooDeep(settings, of, lead);
		if (found === null || reason !== null) {
			refused.push({ leadId: lead.id, reason: reason ?? '', kind: 'set_aside' });
			continue;
		}
		const person = people.get(keyOf(found));
		if (person === undefined) people.set(keyOf(found), found);
		else person.leads.push(lead);
	}
	return { people: [...people.values()], refused, skipped };
}

function noEmail({ telephoneProperty }: Settings): string {
	return telephoneProperty === undefined
		? 'It has no email, which HubSpot needs to identify a contact.'
		: 'It has neither an email nor a telephone number, and HubSpot needs one of them to identify a contact.';
}

/** A lead as a contact without an address; null if the destination creates none. */
export function personAlone(settings: Settings, of: LeadsOf, lead: Lead): Person | null {
	const { withoutEmail, leadProperty, telephoneProperty } = settings;
	const telephone = telephoneOf(settings, lead);
	if (telephoneProperty !== undefined && telephone !== null)
		return { by: telephoneProperty, id: telephone, leads: [lead] };
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

/** What to read of a contact, so that `changesOf` can compare. */
export function comparedProperties({ properties, telephoneProperty }: Settings): string[] {
	return [...Object.keys(properties), ...(telephoneProperty === undefined ? [] : [telephoneProperty])];
}

/** The properties of a new contact: its name, and for each other property the newest non-empty value that fits. */
export function newContact(mapping: Mapping, of: LeadsOf, person: Person): Properties {
	const name = newestName(person.leads.map((lead) => nameIn(mapping, of, lead)));
	return {
		...(Object.keys(name).length === 0 ? placeholderOf(mapping, of, person) : name),
		...valuesOf(mapping, of, person.leads),
		...numberOf(mapping, person),
		[person.by]: person.id,
	};
}

/**
 * The changes to an existing contact. They never empty a property, except for a part of the placeholder of a name. An
 * existing value changes only if the lead is newer than the last written one, so leads may come in any order. That of a
 * conversation also changes if it is the same lead, whose talk went on.
 */
export function changesOf(mapping: Mapping, of: LeadsOf, person: Person, contact: Contact): Properties {
	const { properties, existing, types } = mapping;
	const newest = valuesOf(mapping, of, person.leads);
	const newerMs = newerBy(properties, newest, contact);
	const overwrites = existing === 'newest' && newerMs > 0;
	const continues = existing === 'newest' && newerMs >= 0;
	const currentOf = (property: string) =>
		(Object.hasOwn(contact.properties, property) ? contact.properties[property] : undefined) ?? '';
	const isSame = (property: string, current: string, value: string) => isSameValue(types.get(property), current, value);
	const name = nameChanges({
		name: newestName(person.leads.map((lead) => nameIn(mapping, of, lead))),
		current: Object.fromEntries(nameParts(mapping).map(([property]) => [property, currentOf(property)])),
		// What a lead without a name is called must not replace the name of a person, and gives way to one.
		placeholder: placeholderOf(mapping, of, person),
		overwrites,
		isSame,
	});
	const changed = Object.entries(newest).filter(([property, value]) => {
		const current = currentOf(property);
		const changes = properties[property]?.startsWith('conversation.') === true ? continues : overwrites;
		return current === '' || (changes && !isSame(property, current, value));
	});
	const number = Object.entries(numberOf(mapping, person)).filter(([property]) => currentOf(property) === '');
	return { ...name, ...Object.fromEntries([...changed, ...number]) };
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

/** All but the name: for each property the newest non-empty value that fits. */
function valuesOf(mapping: Mapping, of: LeadsOf, leads: readonly Lead[]): Properties {
	const others = Object.entries(mapping.properties).filter(([, source]) => !isNamePart(source));
	return Object.assign({}, ...leads.map((lead) => fittedValues(mapping, others, of, lead))) as Properties;
}

/** The name of a lead, by property. Empty if it has none. */
function nameIn(mapping: Mapping, of: LeadsOf, lead: Lead): Properties {
	return lead.name.trim() === '' ? {} : fittedValues(mapping, nameParts(mapping), of, lead);
}

/** What a contact without a name is called, by property. Empty unless the settings say so. */
function placeholderOf(mapping: Mapping, of: LeadsOf, { leads }: Person): Properties {
	const [lead] = leads;
	if (lead === undefined || mapping.withoutName === undefined) return {};
	return fittedValues(mapping, nameParts(mapping), of, { ...lead, name: '' });
}

function nameParts({ properties }: Mapping): Array<[property: string, source: string]> {
	return Object.entries(properties).filter(([, source]) => isNamePart(source));
}

function numberOf({ telephoneProperty }: Mapping, { telephone }: Person): Properties {
	return telephoneProperty === undefined || telephone === undefined ? {} : { [telephoneProperty]: telephone };
}

function fittedValues(
	mapping: Mapping,
	sources: ReadonlyArray<[property: string, source: string]>,
	of: LeadsOf,
	lead: Lead,
): Properties {
	const values: Properties = {};
	const names: NameRules = mapping;
	for (const [property, source] of sources) {
		const given = sourceOf(source, of, lead, names);
		if (given === null || given === '') continue;
		const fitted = fittedTo(mapping.types.get(property), given);
		if ('value' in fitted && fitted.value !== '') values[property] = fitted.value;
	}
	return values;
}

/** By how many milliseconds the leads are newer than the last written one. Infinity: none was written. */
function newerBy(properties: Settings['properties'], newest: Properties, contact: Contact): number {
	const name = Object.keys(properties).find((each) => properties[each] === 'capturedAt') ?? '';
	const current = momentOf(contact.properties[name] ?? '');
	const own = momentOf(newest[name] ?? '');
	if (Number.isNaN(current)) return Infinity;
	return Number.isNaN(own) ? -Infinity : own - current;
}
