import type { Lead } from '../../../api';
import type { HubSpotSettings } from './settings';
import type { Contact } from './contacts-api';
import { keyOf, type Person, telephoneOf } from './people';

type Settings = Pick<HubSpotSettings, 'telephoneProperty'>;

/** The values to look for, by property. At most one number for each lead is among them. */
export function lookupsOf(settings: Settings, people: readonly Person[]): Map<string, Set<string>> {
	const lookups = new Map<string, Set<string>>();
	const add = (by: string, id: string) => {
		lookups.set(by, (lookups.get(by) ?? new Set()).add(id));
	};
	for (const person of people) {
		add(person.by, person.id);
		if (person.by !== 'email') continue;
		for (const number of numbersOf(settings, person)) add(settings.telephoneProperty ?? '', number);
	}
	return lookups;
}

/**
 * Gives numbers to contacts, as if the leads came one by one: the first contact with a number keeps it, and keeps its
 * first number. Leads without an address join the person whose contact has their number or gets it.
 * @param people in the order of their oldest leads
 * @param contacts at HubSpot, by `keyOf`
 */
export function withNumbers(
	settings: Settings,
	people: readonly Person[],
	contacts: ReadonlyMap<string, Contact>,
): Person[] {
	const { telephoneProperty } = settings;
	if (telephoneProperty === undefined) return [...people];
	const holderOf = (number: string) => contacts.get(keyOf({ by: telephoneProperty, id: number }));
	const copies = people.map((person) => ({ ...person }));
	const byContact = new Map<string, Person>();
	for (const person of copies) {
		const contact = contacts.get(keyOf(person));
		if (contact !== undefined && person.by !== telephoneProperty) byContact.set(contact.id, person);
	}
	const byNumber = new Map<string, Person>();
	const ownerOf = (number: string) => {
		const holder = holderOf(number);
		return holder === undefined ? byNumber.get(number) : byContact.get(holder.id);
	};
	const freeNumberOf = (person: Person) => {
		const hasOne = Boolean(contacts.get(keyOf(person))?.properties[telephoneProperty]);
		const isFree = (number: string) => holderOf(number) === undefined && !byNumber.has(number);
		return hasOne ? undefined : numbersOf(settings, person).find(isFree);
	};
	const settled: Person[] = [];
	for (const person of copies) {
		const isByNumber = person.by === telephoneProperty;
		const owner = isByNumber ? ownerOf(person.id) : undefined;
		if (owner !== undefined) {
			owner.leads = [...owner.leads, ...person.leads].sort(byCapture);
			continue;
		}
		settled.push(person);
		const number = isByNumber ? person.id : freeNumberOf(person);
		if (number === undefined) continue;
		byNumber.set(number, person);
		if (!isByNumber) person.telephone = number;
	}
	return settled;
}

function numbersOf(settings: Settings, { leads }: Person): string[] {
	return leads.flatMap((lead) => telephoneOf(settings, lead) ?? []);
}

function byCapture(one: Lead, other: Lead): number {
	return Date.parse(one.capturedAt) - Date.parse(other.capturedAt) || one.id - other.id;
}
