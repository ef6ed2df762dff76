import { setTimeout as sleep } from 'node:timers/promises';
import type { Lead } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import type { HubSpotConfig } from '../../config';
import {
	type Destination,
	DestinationHeldError,
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
import { checkHubSpot, probeHubSpot, propertyProblems } from './check-hubspot';
import { answerIn, type Contact, ContactsApi, type HubSpotResponse } from './contacts-api';
import { changesOf, newContact, peopleOf, type Person } from './people';

const LONGEST_REASON = 200;
/**
 * Statuses about the sent records. The others are about the account or temporary: 477 means that HubSpot is moving its
 * data.
 */
const OF_THE_RECORDS = new Set([400, 404, 409, 413, 415, 422]);
/**
 * HubSpot's codes for wrong configured properties, independent of the record. The message repeats a visitor's values in
 * JSON strings, so their quotes are escaped.
 */
const OF_THE_PROPERTIES = /"error":"(?:PROPERTY_DOESNT_EXIST|READ_ONLY_VALUE)"/;
/** Longest wait for the short limit within a page, in milliseconds. Its window is ten seconds. */
const LONGEST_PAUSE_MS = 15_000;

/**
 * Contacts of a HubSpot account. HubSpot's upsert by email accepts all of a batch or nothing. So the worker first reads
 * contacts by email, then creates or updates them. A repeated page finds the contacts that it had created.
 */
export class HubSpotDestination implements Destination {
	readonly type = 'hubspot';
	readonly target: string;
	readonly mapping: readonly MappedField[];
	readonly #api: ContactsApi;

	constructor(
		readonly name: string,
		private readonly config: HubSpotConfig,
	) {
		this.target = new URL(config.baseUrl).host;
		this.#api = new ContactsApi(config);
		const properties = Object.entries(config.properties).map(([field, source]) => ({ field, source }));
		this.mapping = [{ field: 'email', source: 'email' }, ...properties];
	}

	/** As a new contact. An existing one may keep its own values. */
	preview(of: LeadsOf, lead: Lead): LeadPreview {
		const { people, refused } = peopleOf(this.config, of, [lead]);
		const [person] = people;
		if (person === undefined) return { values: {}, refusal: refused[0]?.reason ?? null };
		const contact = newContact(this.config, of, person);
		return {
			values: Object.fromEntries(
				this.mapping.map(({ field }) => [field, (Object.hasOwn(contact, field) ? contact[field] : undefined) ?? null]),
			),
			refusal: null,
		};
	}

	async mappingProblems(): Promise<SettingProblem[]> {
		return propertyProblems(this.name, this.config, this.#api);
	}

	async check(): Promise<void> {
		await checkHubSpot(this.name, this.config, this.#api);
	}

	async probe(): Promise<Probed> {
		await this.check();
		return probeHubSpot(this.name, this.config, this.#api);
	}

	async writePage({ of, leads }: Pick<Page, 'of' | 'leads'>): Promise<Written> {
		const { people, refused } = peopleOf(this.config, of, leads);
		if (people.length > 0) refused.push(...(await this.#write(of, people)));
		return { written: leads.length - refused.length, refused };
	}

	async writeLead(of: LeadsOf, lead: Lead): Promise<Written> {
		return this.writePage({ of, leads: [lead] });
	}

	async countPerson({ email }: PersonAtDestination): Promise<number> {
		return (await this.#byEmail([email], [])).length;
	}

	/** HubSpot then blocks the address for good, so that nobody creates the contact again. */
	async erasePerson({ email }: PersonAtDestination): Promise<void> {
		await this.#held(() => this.#api.deleteForGood(email));
	}

	async close(): Promise<void> {
		await Promise.resolve();
	}

	async #write(of: LeadsOf, people: readonly Person[]): Promise<Refusal[]> {
		const contacts = await this.#contactsOf(people);
		const fresh = people.filter(({ email }) => !contacts.has(email));
		const known = people.flatMap((person) => {
			const contact = contacts.get(person.email);
			const properties = contact === undefined ? {} : changesOf(this.config, of, person, contact);
			return contact === undefined || Object.keys(properties).length === 0
				? []
				: [{ person, id: contact.id, properties }];
		});
		return [...(await this.#create(of, fresh)), ...(await this.#update(known))];
	}

	async #contactsOf(people: readonly Person[]): Promise<Map<string, Contact>> {
		const emails = people.map(({ email }) => email);
		const found = await this.#byEmail(emails, Object.keys(this.config.properties));
		return new Map(found.map((contact) => [(contact.properties['email'] ?? '').toLowerCase(), contact]));
	}

	/**
	 * If HubSpot refuses to search for one of the addresses, no contact is known. Creating them shows which ones exist.
	 */
	async #byEmail(emails: readonly string[], properties: readonly string[]): Promise<Contact[]> {
		return this.#held(async () => {
			try {
				return await this.#api.byEmail(emails, properties);
			} catch (error) {
				if (answerIn(error)?.status === 400) return [];
				throw error;
			}
		});
	}

	/** Writes all at once. If HubSpot refuses the batch because of some records, writes them one by one. */
	async #create(of: LeadsOf, people: readonly Person[]): Promise<Refusal[]> {
		if (people.length === 0) return [];
		const all = people.map((person) => newContact(this.config, of, person));
		if (await this.#allTaken(() => this.#api.createAll(all))) return [];
		return this.#oneByOne(people, async (person) => {
			const refusal = await this.#paced(async () => {
				await this.#api.create(newContact(this.config, of, person));
			});
			// Somebody else has just created it, or this page did and its response was lost.
			return refusal?.status === 409 ? this.#updateExisting(of, person, refusal) : refusal;
		});
	}

	async #update(
		known: ReadonlyArray<{ person: Person; id: string; properties: Record<string, string> }>,
	): Promise<Refusal[]> {
		if (known.length === 0) return [];
		const all = known.map(({ id, properties }) => ({ id, properties }));
		if (await this.#allTaken(() => this.#api.updateAll(all))) return [];
		const byEmail = new Map(known.map((each) => [each.person.email, each]));
		return this.#oneByOne(
			known.map(({ person }) => person),
			async ({ email }) => {
				const { id, properties } = byEmail.get(email) ?? { id: '', properties: {} };
				return this.#paced(() => this.#api.update(id, properties));
			},
		);
	}

	/** HubSpot names the contact. If the address is its secondary email, this is not the contact found by email. */
	async #updateExisting(of: LeadsOf, person: Person, conflict: HubSpotResponse): Promise<HubSpotResponse | null> {
		const id = /Existing ID: (\d+)/.exec(conflict.message)?.[1];
		if (id === undefined) return conflict;
		// It may have been deleted or merged since.
		return this.#paced(async () => {
			const contact = await this.#api.byId(id, Object.keys(this.config.properties));
			const properties = changesOf(this.config, of, person, contact);
			if (Object.keys(properties).length > 0) await this.#api.update(contact.id, properties);
		});
	}

	async #oneByOne(
		people: readonly Person[],
		write: (person: Person) => Promise<HubSpotResponse | null>,
	): Promise<Refusal[]> {
		const refused: Refusal[] = [];
		for (const person of people) {
			const refusal = await write(person);
			if (refusal === null) continue;
			const said = `HubSpot refused the contact (${refusal.status}): ${refusal.message}`;
			const reason = shortText(said, LONGEST_REASON);
			refused.push(...person.leads.map(({ id }) => ({ leadId: id, reason })));
		}
		return refused;
	}

	async #allTaken(call: () => Promise<boolean>): Promise<boolean> {
		let whole = false;
		const refusal = await this.#refusal(async () => {
			whole = await call();
		});
		return refusal === null && whole;
	}

	/** Why HubSpot refuses these records; null if it accepted them. @throws DestinationHeldError for everything else */
	async #refusal(call: () => Promise<void>): Promise<HubSpotResponse | null> {
		try {
			await call();
			return null;
		} catch (error) {
			const answer = answerIn(error);
			if (answer !== null && OF_THE_RECORDS.has(answer.status) && !OF_THE_PROPERTIES.test(answer.message))
				return answer;
			throw this.#heldBy(answer);
		}
	}

	/**
	 * One of many calls in a row. It waits until the short limit allows another call. A page with many refused records
	 * would otherwise reach the limit at the same record in every attempt.
	 */
	async #paced(call: () => Promise<void>): Promise<HubSpotResponse | null> {
		return this.#refusal(async () => {
			try {
				await call();
			} catch (error) {
				const { status, retryAfterMs } = answerIn(error) ?? {};
				if (status !== 429 || !retryAfterMs || retryAfterMs > LONGEST_PAUSE_MS) throw error;
				await sleep(retryAfterMs);
				await call();
			}
		});
	}

	async #held<Result>(call: () => Promise<Result>): Promise<Result> {
		try {
			return await call();
		} catch (error) {
			throw this.#heldBy(answerIn(error));
		}
	}

	#heldBy(answer: HubSpotResponse | null): DestinationHeldError {
		const who = `Destination ${this.name} (${this.target})`;
		if (answer === null) return new DestinationHeldError(`${who} does not answer.`);
		const { status, message, policyName, retryAfterMs } = answer;
		if (status === 429) {
			return new DestinationHeldError(
				`${who} has reached its limit of calls (${policyName ?? 'rate limit'}).`,
				retryAfterMs,
			);
		}
		if (OF_THE_PROPERTIES.test(message)) {
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
