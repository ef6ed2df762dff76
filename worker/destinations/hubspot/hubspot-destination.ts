import { formsOfAddress, type Lead, noAnswerSentence } from '../../../api';
import type { HubSpotSettings } from './settings';
import {
	type Destination,
	DestinationHeldError,
	DestinationUnfitError,
	type LeadPreview,
	type LeadsOf,
	type MappedField,
	type Page,
	type PersonAtDestination,
	type Probed,
	type Refusal,
	type SettingProblem,
	type Written,
} from '../destination';
import { storableText } from '../../storage/storable-text';
import { answerIn, isAboutProperties } from './answers';
import { askHubSpot, checkScopes, handling, probeHubSpot, propertyProblems } from './check-hubspot';
import { type ContactsWritten, ContactWriter } from './contact-writer';
import { type Contact, ContactsApi, type PropertyDefinition } from './contacts-api';
import { noteBody } from './note-body';
import { deleteNotes } from './delete-notes';
import { NoteWriter } from './note-writer';
import { NotesApi } from './notes-api';
import { leadKeyOf, leftOutOf, newContact, peopleOf, together } from './people';
import { withNumbers } from './telephones';

/** As many contacts as HubSpot reads at once. */
const LARGEST_BATCH = 100;
/** A changed property counts after so long, in milliseconds. A check reads the properties at once. */
const TYPES_FOR_MS = 10 * 60_000;

/**
 * Contacts of a HubSpot account. Values become what their properties take. A lead without an address is set aside, or
 * becomes a contact that is found by a property of its own.
 */
export class HubSpotDestination implements Destination {
	readonly type = 'hubspot';
	readonly target: string;
	readonly mapping: readonly MappedField[];
	/** As notes. */
	readonly takesConversations = true;
	readonly #api: ContactsApi;
	readonly #notes: NotesApi;
	#types: { at: number; byName: ReadonlyMap<string, PropertyDefinition> } = { at: 0, byName: new Map() };

	constructor(
		readonly name: string,
		private readonly config: HubSpotSettings,
	) {
		this.target = new URL(config.baseUrl).host;
		this.#api = new ContactsApi(config);
		this.#notes = new NotesApi(config);
		const properties = Object.entries(config.properties).map(([field, source]) => ({ field, source }));
		const { withoutEmail, leadProperty, telephoneProperty } = config;
		const alone =
			withoutEmail === 'create' && leadProperty !== undefined ? [{ field: leadProperty, source: 'id' }] : [];
		const number = telephoneProperty === undefined ? [] : [{ field: telephoneProperty, source: 'phone' }];
		this.mapping = [{ field: 'email', source: 'email' }, ...number, ...alone, ...properties];
	}

	/** As a new contact. An existing one may keep its own values. Before the first check the types are unknown. */
	preview(of: LeadsOf, lead: Lead): LeadPreview {
		const { people, refused, skipped } = peopleOf(this.config, of, [lead]);
		const [person] = withNumbers(this.config, people, new Map());
		if (skipped > 0) return { values: {}, refusal: 'It has no email, so it is skipped.' };
		if (person === undefined) return { values: {}, refusal: refused[0]?.reason ?? null };
		const mapping = { ...this.config, types: this.#types.byName };
		const contact = newContact(mapping, of, person);
		const leftOut = leftOutOf(mapping, of, lead);
		return {
			values: Object.fromEntries(
				this.mapping.map(({ field }) => [field, (Object.hasOwn(contact, field) ? contact[field] : undefined) ?? null]),
			),
			refusal: null,
			...(leftOut.length === 0 ? {} : { leftOut: leftOut.join(', ') }),
		};
	}

	async mappingProblems(): Promise<SettingProblem[]> {
		return propertyProblems(this.config, await this.#typesNow());
	}

	async check(): Promise<void> {
		await checkScopes(this.name, this.config, this.#api);
		const problems = propertyProblems(this.config, await this.#typesNow());
		if (problems.length > 0) throw new DestinationUnfitError(this.name, problems);
	}

	async probe(): Promise<Probed> {
		await this.check();
		const { proven, detail } = await probeHubSpot(this.name, this.config, this.#api);
		return { proven, detail: [detail, ...handling(this.config, this.#types.byName)].join(' ') };
	}

	async writePage({ of, leads, onWritten }: Pick<Page, 'of' | 'leads' | 'onWritten'>): Promise<Written> {
		const { people, refused, skipped } = peopleOf(this.config, of, leads);
		if (people.length === 0) return { written: 0, refused, ...(skipped === 0 ? {} : { skipped }) };
		const mapping = { ...this.config, types: await this.#typesForWriting() };
		const heldBy = (error: unknown) => this.#heldBy(error);
		const contacts = await new ContactWriter({ api: this.#api, mapping, of, heldBy }).write(people);
		refused.push(...contacts.refused);
		const lacking = await this.#writeNotes({ of, leads, onWritten }, contacts);
		const lack = together([...contacts.inPart, ...lacking]);
		return {
			written: leads.length - refused.length - skipped,
			refused,
			...(lack.length === 0 ? {} : { inPart: lack }),
			...(skipped === 0 ? {} : { skipped }),
		};
	}

	/**
	 * Notes of the conversations that leads bring. There may be many calls, so it reports each lead that is written. One
	 * that lacks a value comes again in the next attempt, which says so.
	 * @returns the leads whose conversation HubSpot does not have
	 */
	async #writeNotes(
		{ of, leads, onWritten }: Pick<Page, 'of' | 'leads' | 'onWritten'>,
		{ contactIds, inPart }: ContactsWritten,
	): Promise<Refusal[]> {
		const lacking = new Set(inPart.map(({ leadId }) => leadId));
		const onNoted = ({ id }: Lead) => {
			if (!lacking.has(id)) onWritten(id);
		};
		const written = leads.flatMap((lead) => {
			const contactId = contactIds.get(lead.id);
			return contactId === undefined ? [] : [{ lead, contactId }];
		});
		const withNote = new Set(written.filter(({ lead }) => noteBody(of, lead) !== null));
		if (withNote.size === 0) return [];
		for (const each of written) if (!withNote.has(each)) onNoted(each.lead);
		const heldBy = (error: unknown) => this.#heldBy(error);
		return new NoteWriter({ api: this.#notes, of, heldBy, onNoted }).write([...withNote]);
	}

	async writeLead(of: LeadsOf, lead: Lead): Promise<Written> {
		return this.writePage({ of, leads: [lead], onWritten: () => undefined });
	}

	/**
	 * A contact may take the conversation as properties too, so it is written as a new lead is. One that was deleted
	 * meanwhile is created again: HubSpot does not tell it from one that has another first address.
	 */
	async updateConversations(of: LeadsOf, leads: readonly Lead[]): Promise<Refusal[]> {
		const { refused, inPart = [] } = await this.writePage({ of, leads, onWritten: () => undefined });
		return [...refused.map(({ leadId, reason }): Refusal => ({ leadId, reason, kind: 'written_in_part' })), ...inPart];
	}

	async countPerson(person: PersonAtDestination): Promise<number> {
		return (await this.#having('email', formsIn(person))).length + (await this.#alone(person)).length;
	}

	/**
	 * First the notes of a contact, which may have been given to other contacts too. HubSpot then blocks the address for
	 * good, so that nobody creates the contact again.
	 */
	async erasePerson(person: PersonAtDestination): Promise<void> {
		const alone = await this.#alone(person);
		const withAddress = await this.#having('email', formsIn(person));
		for (const { id } of [...withAddress, ...alone]) await this.#held(() => deleteNotes(this.#notes, id));
		for (const { id } of alone) await this.#held(() => this.#api.deleteByIdForGood(id));
		for (const email of formsIn(person)) await this.#held(() => this.#api.deleteForGood(email));
	}

	async uncertainRecords(person: PersonAtDestination): Promise<string[]> {
		const notes =
			'If a sync writes conversations, notes of other contacts may name the person. Search for the address in HubSpot.';
		const contacts = await this.#uncertainContacts(person);
		return contacts === null ? [notes] : [notes, contacts];
	}

	/** A contact with the person's number and another address may be of the person, or of a colleague with that number. */
	async #uncertainContacts(person: PersonAtDestination): Promise<string | null> {
		const { telephoneProperty } = this.config;
		if (telephoneProperty !== undefined && person.telephones === undefined)
			return `Contacts of ${this.target} that have only a telephone number are not found by an email. Search the property ${telephoneProperty} for the person's numbers, and delete the contacts there.`;
		const own = new Set(['', ...formsIn(person)]);
		const others = (await this.#byNumber(person)).filter((contact) => !own.has(emailOf(contact)));
		if (others.length === 0) return null;
		const which = others.map(({ id }) => id).join(', ');
		return `A telephone number of the person is in contacts of ${this.target} with another email (record ID ${which}). They stay. Look whether they are the person's, and delete them there.`;
	}

	async close(): Promise<void> {
		await Promise.resolve();
	}

	/** The person's contacts without an address. */
	async #alone(person: PersonAtDestination): Promise<Contact[]> {
		const keys = person.leads.map(({ connection, leadId }) => leadKeyOf({ connection }, leadId));
		const byLead = await this.#havingAny(this.config.leadProperty, keys);
		const byNumber = (await this.#byNumber(person)).filter((contact) => emailOf(contact) === '');
		return [...new Map([...byLead, ...byNumber].map((contact) => [contact.id, contact])).values()];
	}

	async #byNumber({ telephones = [] }: PersonAtDestination): Promise<Contact[]> {
		return this.#havingAny(this.config.telephoneProperty, telephones);
	}

	async #havingAny(property: string | undefined, values: readonly string[]): Promise<Contact[]> {
		if (property === undefined) return [];
		const found: Contact[] = [];
		for (let first = 0; first < values.length; first += LARGEST_BATCH)
			found.push(...(await this.#having(property, values.slice(first, first + LARGEST_BATCH))));
		return found;
	}

	/** HubSpot has nobody with an address that it refuses to search for. Any other refusal says nothing of the contacts. */
	async #having(property: string, values: readonly string[]): Promise<Contact[]> {
		return this.#held(async () => {
			try {
				return await this.#api.having(property, values, ['email']);
			} catch (error) {
				const answer = answerIn(error);
				if (property === 'email' && answer?.status === 400 && !isAboutProperties(answer)) return [];
				throw error;
			}
		});
	}

	/** @throws DestinationUnfitError if HubSpot does not say */
	async #typesNow(): Promise<ReadonlyMap<string, PropertyDefinition>> {
		const byName = await askHubSpot(this.name, this.config, () => this.#api.writableProperties());
		this.#types = { at: Date.now(), byName };
		return byName;
	}

	/** @throws DestinationHeldError if HubSpot does not say */
	async #typesForWriting(): Promise<ReadonlyMap<string, PropertyDefinition>> {
		if (Date.now() - this.#types.at >= TYPES_FOR_MS)
			this.#types = { at: Date.now(), byName: await this.#held(() => this.#api.writableProperties()) };
		return this.#types.byName;
	}

	async #held<Result>(call: () => Promise<Result>): Promise<Result> {
		try {
			return await call();
		} catch (error) {
			throw this.#heldBy(error);
		}
	}

	#heldBy(error: unknown): DestinationHeldError {
		const who = `Destination ${this.name} (${this.target})`;
		const answer = answerIn(error);
		if (answer === null) return new DestinationHeldError(noAnswerSentence(who, error));
		const { status, policyName, retryAfterMs } = answer;
		if (status === 429) {
			return new DestinationHeldError(
				`${who} has reached its limit of calls (${policyName ?? 'rate limit'}).`,
				retryAfterMs,
			);
		}
		if (isAboutProperties(answer)) {
			const what = 'One of its properties does not exist or is read-only.';
			const todo = `Run "agent-knowledge destinations check ${this.name}" to find it.`;
			return new DestinationHeldError(`${who} answered ${status}. ${what} ${todo}`, retryAfterMs);
		}
		const advice =
			status === 401 || status === 403
				? ' Put a valid token with crm.objects.contacts.read and .write into the configuration and restart the worker.'
				: '';
		return new DestinationHeldError(`${who} answered ${status}.${advice}`, retryAfterMs);
	}
}

/** The address as HubSpot may have it. */
function formsIn({ email }: PersonAtDestination): string[] {
	return formsOfAddress(email).map(storableText);
}

function emailOf({ properties }: Contact): string {
	return (properties['email'] ?? '').toLowerCase();
}
