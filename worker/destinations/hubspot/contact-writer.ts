import { visibleLine } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import type { LeadsOf, Refusal } from '../destination';
import { answerIn, existingContact, type HubSpotResponse, isAboutRecords, wrongValues } from './answers';
import type { Contact, ContactsApi, Properties } from './contacts-api';
import { paced } from './paced';
import {
	changesOf,
	comparedProperties,
	inPart,
	keyOf,
	leftOutOf,
	type Mapping,
	newContact,
	type Person,
	personAlone,
} from './people';
import { lookupsOf, withNumbers } from './telephones';

const LONGEST_REASON = 200;

interface ContactWriting {
	api: ContactsApi;
	mapping: Mapping;
	of: LeadsOf;
	/** The error for a response about the account or the moment, or for none. */
	heldBy: (error: unknown) => Error;
}

/** What became of a contact: null if HubSpot has it whole, the properties that it lacks, or the refusal. */
type Fate = null | { without: ReadonlyMap<string, string> } | { refusal: HubSpotResponse };

/**
 * Writes people as contacts. HubSpot's upsert by email accepts all of a batch or nothing. So the worker first reads
 * contacts, then creates or updates them. A repeated page finds the contacts that it had created.
 */
export class ContactWriter {
	readonly #refused: Refusal[] = [];
	readonly #inPart: Refusal[] = [];

	constructor(private readonly writing: ContactWriting) {}

	async write(found: readonly Person[]): Promise<{ refused: Refusal[]; inPart: Refusal[] }> {
		const { mapping, of } = this.writing;
		const contacts = await this.#contactsOf(found);
		const people = withNumbers(mapping, found, contacts);
		const fresh = people.filter((person) => !contacts.has(keyOf(person)));
		const known = people.flatMap((person) => {
			const contact = contacts.get(keyOf(person));
			if (contact === undefined) return [];
			const properties = changesOf(mapping, of, person, contact);
			if (Object.keys(properties).length === 0) this.#note(person, null);
			return Object.keys(properties).length === 0 ? [] : [{ person, id: contact.id, properties }];
		});
		await this.#create(fresh);
		await this.#update(known);
		return { refused: this.#refused, inPart: this.#inPart };
	}

	async #contactsOf(people: readonly Person[]): Promise<Map<string, Contact>> {
		const found = new Map<string, Contact>();
		for (const [by, ids] of lookupsOf(this.writing.mapping, people)) {
			for (const contact of await this.#having(by, [...ids]))
				found.set(keyOf({ by, id: contact.properties[by] ?? '' }), contact);
		}
		return found;
	}

	/**
	 * If HubSpot refuses to search for one of the addresses, no contact is known. Creating them shows which ones exist.
	 */
	async #having(by: string, ids: readonly string[]): Promise<Contact[]> {
		const { api, mapping, heldBy } = this.writing;
		try {
			return await api.having(by, ids, comparedProperties(mapping));
		} catch (error) {
			const answer = answerIn(error);
			if (answer?.status === 400) return [];
			throw heldBy(error);
		}
	}

	/** Writes all at once. If HubSpot refuses the batch because of some records, writes them one by one. */
	async #create(people: readonly Person[]): Promise<void> {
		if (people.length === 0) return;
		const { api, mapping, of } = this.writing;
		const all = people.map((person) => newContact(mapping, of, person));
		if (await this.#allTaken(() => api.createAll(all))) return this.#noteAll(people);
		for (const person of people) await this.#createOne(person);
	}

	/** @param also what its leads lack besides */
	async #createOne(person: Person, also: readonly string[] = []): Promise<void> {
		const { api, mapping, of } = this.writing;
		const fate = await this.#fitting(person, newContact(mapping, of, person), async (properties) => {
			await api.create(properties);
		});
		if (!isRefusal(fate)) return this.#note(person, fate, also);
		const code = wrongValues(fate.refusal).get(person.by);
		// Somebody else has just created it, or this page did and its response was lost.
		if (fate.refusal.status === 409 || code === 'CONFLICTING_UNIQUE_VALUE')
			return this.#note(person, await this.#updateExisting(person, fate), also);
		if (person.by === 'email' && code !== undefined) return this.#createAlone(person, fate);
		this.#note(person, fate);
	}

	/** HubSpot takes no such address. If the setting allows it, each lead becomes a contact without one. */
	async #createAlone(person: Person, fate: Fate): Promise<void> {
		const { mapping, of } = this.writing;
		for (const lead of person.leads) {
			const alone = personAlone(mapping, of, lead);
			if (alone === null) this.#note({ ...person, leads: [lead] }, fate);
			else await this.#createOne(alone, ['email (HubSpot does not accept the address)']);
		}
	}

	async #update(known: ReadonlyArray<{ person: Person; id: string; properties: Properties }>): Promise<void> {
		if (known.length === 0) return;
		const { api } = this.writing;
		const all = known.map(({ id, properties }) => ({ id, properties }));
		if (await this.#allTaken(() => api.updateAll(all))) return this.#noteAll(known.map(({ person }) => person));
		for (const { person, id, properties } of known)
			this.#note(person, await this.#fitting(person, properties, (fitting) => api.update(id, fitting)));
	}

	/** HubSpot names the contact. If the address is its secondary email, this is not the contact found by email. */
	async #updateExisting(person: Person, conflict: { refusal: HubSpotResponse }): Promise<Fate> {
		const { api, mapping, of } = this.writing;
		const names = comparedProperties(mapping);
		const id = existingContact(conflict.refusal);
		const found: Contact[] = [];
		// It may have been deleted or merged since.
		const refusal = await this.#paced(async () => {
			found.push(...(id === null ? await api.having(person.by, [person.id], names) : [await api.byId(id, names)]));
		});
		const [contact] = found;
		if (refusal !== null || contact === undefined) return refusal === null ? conflict : { refusal };
		const properties = changesOf(mapping, of, person, contact);
		if (Object.keys(properties).length === 0) return null;
		return this.#fitting(person, properties, (fitting) => api.update(contact.id, fitting));
	}

	/** If HubSpot names properties with wrong values, writes the others. It checks rules that only the account knows. */
	async #fitting(person: Person, all: Properties, write: (properties: Properties) => Promise<void>): Promise<Fate> {
		const refusal = await this.#paced(() => write(all));
		if (refusal === null) return null;
		const without = wrongValues(refusal);
		const { telephoneProperty } = this.writing.mapping;
		// A conflict may be about the number, which somebody else has just got. It stays with the first contact.
		if (refusal.status === 409 && telephoneProperty !== undefined) without.set(telephoneProperty, 'CONFLICT');
		const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !without.has(name)));
		const isNoHelp = without.has(person.by) || Object.keys(rest).length === Object.keys(all).length;
		if (isNoHelp) return { refusal };
		const again = Object.keys(rest).length === 0 ? null : await this.#paced(() => write(rest));
		return again === null ? { without } : { refusal: again };
	}

	#noteAll(people: readonly Person[]): void {
		for (const person of people) this.#note(person, null);
	}

	/** @param also what its leads lack besides */
	#note(person: Person, fate: Fate, also: readonly string[] = []): void {
		if (isRefusal(fate)) {
			const { status, message } = fate.refusal;
			const reason = shortText(`HubSpot refused the contact (${status}): ${visibleLine(message)}`, LONGEST_REASON);
			const isOfTheLead = wrongValues(fate.refusal).has(person.by);
			const kind = isOfTheLead ? { kind: 'set_aside' as const } : {};
			this.#refused.push(...person.leads.map(({ id }) => ({ leadId: id, reason, ...kind })));
			return;
		}
		const { mapping, of } = this.writing;
		const named = [...(fate?.without ?? [])]
			.filter(([name]) => name !== mapping.telephoneProperty)
			.map(([name, code]) => `${name} (HubSpot says ${code})`);
		for (const lead of person.leads) {
			const without = [...also, ...named, ...leftOutOf(mapping, of, lead)];
			if (without.length > 0) this.#inPart.push(inPart(lead, without));
		}
	}

	async #allTaken(call: () => Promise<boolean>): Promise<boolean> {
		let whole = false;
		const refusal = await this.#refusal(async () => {
			whole = await call();
		});
		return refusal === null && whole;
	}

	/** Why HubSpot refuses these records; null if it accepted them. @throws for everything else */
	async #refusal(call: () => Promise<void>): Promise<HubSpotResponse | null> {
		try {
			await call();
			return null;
		} catch (error) {
			const answer = answerIn(error);
			if (answer !== null && isAboutRecords(answer)) return answer;
			throw this.writing.heldBy(error);
		}
	}

	/** One of many calls in a row. */
	async #paced(call: () => Promise<void>): Promise<HubSpotResponse | null> {
		return this.#refusal(() => paced(call));
	}
}

function isRefusal(fate: Fate): fate is { refusal: HubSpotResponse } {
	return fate !== null && 'refusal' in fate;
}
