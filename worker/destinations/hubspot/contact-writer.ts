import { visibleLine } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import { quotesConversation } from '../conversation-quote';
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

/** What became of a contact: its id and the properties that it lacks, or the refusal. */
type Fate = { contactId: string; without: ReadonlyMap<string, string> } | { refusal: HubSpotResponse };

const WHOLE: ReadonlyMap<string, string> = new Map();

export interface ContactsWritten {
	refused: Refusal[];
	/** Written leads whose contact lacks values. */
	inPart: Refusal[];
	/**
	 * The contact of each written lead, by the id of the lead. A contact may have another address than the lead: people
	 * have several, and HubSpot finds contacts by the first one alone.
	 */
	contactIds: ReadonlyMap<number, string>;
}

/**
 * Writes people as contacts. HubSpot's upsert by email accepts all of a batch or nothing. So the worker first reads
 * contacts, then creates or updates them. A repeated page finds the contacts that it had created.
 */
export class ContactWriter {
	readonly #refused: Refusal[] = [];
	readonly #inPart: Refusal[] = [];
	readonly #contactIds = new Map<number, string>();

	constructor(private readonly writing: ContactWriting) {}

	async write(found: readonly Person[]): Promise<ContactsWritten> {
		const { mapping, of } = this.writing;
		const contacts = await this.#contactsOf(found);
		const people = withNumbers(mapping, found, contacts);
		const fresh = people.filter((person) => !contacts.has(keyOf(person)));
		const known = people.flatMap((person) => {
			const contact = contacts.get(keyOf(person));
			if (contact === undefined) return [];
			const properties = changesOf(mapping, of, person, contact);
			const isSame = Object.keys(properties).length === 0;
			if (isSame) this.#note(person, whole(contact.id));
			return isSame ? [] : [{ person, id: contact.id, properties }];
		});
		await this.#create(fresh);
		await this.#update(known);
		return { refused: this.#refused, inPart: this.#inPart, contactIds: this.#contactIds };
	}

	async #contactsOf(people: readonly Person[]): Promise<Map<string, Contact>> {
		const found = new Map<string, Contact>();
		for (const [by, ids] of lookupsOf(this.writing.mapping, people)) {
			for (const contact of await this.#having(by, [...ids])) found.set(keyIn(contact, by), contact);
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

	/** Writes all at once, and then one by one those that HubSpot did not create or does not name. */
	async #create(people: readonly Person[]): Promise<void> {
		if (people.length === 0) return;
		const { api, mapping, of } = this.writing;
		const all = people.map((person) => newContact(mapping, of, person));
		const created = await this.#tried(() => api.createAll(all));
		const contacts = 'refusal' in created ? [] : created.value;
		for (const person of people) {
			const contact = contacts.find((each) => keyIn(each, person.by) === keyOf(person));
			if (contact === undefined) await this.#createOne(person);
			else this.#note(person, whole(contact.id));
		}
	}

	/** @param also what its leads lack besides */
	async #createOne(person: Person, also: readonly string[] = []): Promise<void> {
		const { mapping, of } = this.writing;
		const fate = await this.#fitting(person, null, newContact(mapping, of, person));
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
		const updated = await this.#tried(() => api.updateAll(all));
		const isWhole = 'value' in updated && updated.value;
		for (const { person, id, properties } of known)
			this.#note(person, isWhole ? whole(id) : await this.#fitting(person, id, properties));
	}

	/** HubSpot names the contact. If the address is its secondary email, this is not the contact found by email. */
	async #updateExisting(person: Person, conflict: { refusal: HubSpotResponse }): Promise<Fate> {
		const { api, mapping, of } = this.writing;
		const names = comparedProperties(mapping);
		const id = existingContact(conflict.refusal);
		// It may have been deleted or merged since.
		const found = await this.#paced(async () =>
			id === null ? api.having(person.by, [person.id], names) : [await api.byId(id, names)],
		);
		if ('refusal' in found) return found;
		const [contact] = found.value;
		if (contact === undefined) return conflict;
		const properties = changesOf(mapping, of, person, contact);
		if (Object.keys(properties).length === 0) return whole(contact.id);
		return this.#fitting(person, contact.id, properties);
	}

	/**
	 * If HubSpot names properties with wrong values, writes the others. It checks rules that only the account knows.
	 * @param id of the contact. Null: it is created
	 */
	async #fitting(person: Person, id: string | null, all: Properties): Promise<Fate> {
		const first = await this.#save(id, all);
		if (!('refusal' in first)) return whole(first.value);
		const without = wrongValues(first.refusal);
		const { telephoneProperty } = this.writing.mapping;
		// A conflict may be about the number, which somebody else has just got. It stays with the first contact.
		if (first.refusal.status === 409 && telephoneProperty !== undefined) without.set(telephoneProperty, 'CONFLICT');
		const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !without.has(name)));
		const isNoHelp = without.has(person.by) || Object.keys(rest).length === Object.keys(all).length;
		if (isNoHelp) return first;
		if (id !== null && Object.keys(rest).length === 0) return { contactId: id, without };
		const again = await this.#save(id, rest);
		return 'refusal' in again ? again : { contactId: again.value, without };
	}

	/** @returns the id of the contact, or the refusal */
	async #save(id: string | null, properties: Properties): Promise<Tried<string>> {
		const { api } = this.writing;
		return this.#paced(async () => {
			if (id === null) return api.create(properties);
			await api.update(id, properties);
			return id;
		});
	}

	/** @param also what its leads lack besides */
	#note(person: Person, fate: Fate, also: readonly string[] = []): void {
		if (isRefusal(fate)) {
			const reason = reasonFor(person, fate.refusal);
			const isOfTheLead = wrongValues(fate.refusal).has(person.by);
			const kind = isOfTheLead ? { kind: 'set_aside' as const } : {};
			this.#refused.push(...person.leads.map(({ id }) => ({ leadId: id, reason, ...kind })));
			return;
		}
		const { mapping, of } = this.writing;
		const named = [...fate.without]
			.filter(([name]) => name !== mapping.telephoneProperty)
			.map(([name, code]) => `${name} (HubSpot says ${code})`);
		for (const lead of person.leads) {
			this.#contactIds.set(lead.id, fate.contactId);
			const without = [...also, ...named, ...leftOutOf(mapping, of, lead)];
			if (without.length > 0) this.#inPart.push(inPart(lead, without));
		}
	}

	/** Notes why HubSpot refuses these records. @throws for every other failure */
	async #tried<Value>(call: () => Promise<Value>): Promise<Tried<Value>> {
		try {
			return { value: await call() };
		} catch (error) {
			const answer = answerIn(error);
			if (answer !== null && isAboutRecords(answer)) return { refusal: answer };
			throw this.writing.heldBy(error);
		}
	}

	/** One of many calls in a row. */
	async #paced<Value>(call: () => Promise<Value>): Promise<Tried<Value>> {
		return this.#tried(() => paced(call));
	}
}

/** A property may take a conversation, and HubSpot quotes the values that it refuses. */
function reasonFor({ leads }: Person, { status, message }: HubSpotResponse): string {
	const who = `HubSpot refused the contact (${status})`;
	const reason = shortText(`${who}: ${visibleLine(message)}`, LONGEST_REASON);
	return leads.some((lead) => quotesConversation(reason, lead)) ? `${who}.` : reason;
}

type Tried<Value> = { value: Value } | { refusal: HubSpotResponse };

function whole(contactId: string): Fate {
	return { contactId, without: WHOLE };
}

function isRefusal(fate: Fate): fate is { refusal: HubSpotResponse } {
	return 'refusal' in fate;
}

function keyIn({ properties }: Contact, by: string): string {
	return keyOf({ by, id: (Object.hasOwn(properties, by) ? properties[by] : undefined) ?? '' });
}
