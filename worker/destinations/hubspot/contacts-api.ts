import { Client } from '@hubspot/api-client';
import { z } from 'zod';
import type { HubSpotConfig } from '../../config';
import { settlesWithin } from '../../settles-within';

/** Of one request; HubSpot's client knows no timeout of its own. Milliseconds. */
const ANSWER_WITHIN_MS = 20_000;

export type Properties = Record<string, string>;

export interface Contact {
	id: string;
	properties: Record<string, string | null>;
}

const propertyList = z.object({
	results: z.array(
		z.looseObject({
			name: z.string(),
			modificationMetadata: z.looseObject({ readOnlyValue: z.boolean() }).optional(),
		}),
	),
});
const tokenInfo = z.looseObject({ scopes: z.array(z.string()) });

/** The calls of HubSpot's API that a sync makes, each within a time. They throw what HubSpot's client throws. */
export class ContactsApi {
	readonly #client: Client;

	constructor(private readonly config: Pick<HubSpotConfig, 'accessToken' | 'baseUrl'>) {
		this.#client = new Client({ accessToken: config.accessToken, basePath: config.baseUrl });
	}

	/** The contacts that have one of these addresses, as far as there are any. At most 100. */
	async byEmail(emails: readonly string[], properties: readonly string[]): Promise<Contact[]> {
		const { results } = await inTime(
			this.#client.crm.contacts.batchApi.read({
				idProperty: 'email',
				inputs: emails.map((id) => ({ id })),
				properties: ['email', ...properties],
				propertiesWithHistory: [],
			}),
		);
		return results.map(({ id, properties: values }) => ({ id, properties: values }));
	}

	async byId(id: string, properties: readonly string[]): Promise<Contact> {
		return inTime(this.#client.crm.contacts.basicApi.getById(id, [...properties]));
	}

	/** @returns whether all were created; what is left has to be tried one by one */
	async createAll(contacts: readonly Properties[]): Promise<boolean> {
		const inputs = contacts.map((properties) => ({ properties, associations: [] }));
		const answer = await inTime(this.#client.crm.contacts.batchApi.create({ inputs }));
		return answer.results.length === contacts.length;
	}

	/** @returns whether all were updated */
	async updateAll(contacts: ReadonlyArray<{ id: string; properties: Properties }>): Promise<boolean> {
		const answer = await inTime(this.#client.crm.contacts.batchApi.update({ inputs: [...contacts] }));
		return answer.results.length === contacts.length;
	}

	async create(properties: Properties): Promise<void> {
		await inTime(this.#client.crm.contacts.basicApi.create({ properties, associations: [] }));
	}

	async update(id: string, properties: Properties): Promise<void> {
		await inTime(this.#client.crm.contacts.basicApi.update(id, { properties }));
	}

	/** The internal names of all contact properties that can be written. */
	async writableProperties(): Promise<Set<string>> {
		const answer = await inTime(this.#client.crm.properties.coreApi.getAll('contacts'));
		const { results } = propertyList.parse(answer);
		return new Set(
			results
				.filter(({ modificationMetadata }) => modificationMetadata?.readOnlyValue !== true)
				.map(({ name }) => name),
		);
	}

	/** What the token may do. */
	async scopes(): Promise<string[]> {
		const response = await inTime(
			this.#client.apiRequest({
				method: 'POST',
				path: '/oauth/v2/private-apps/get/access-token-info',
				body: { tokenKey: this.config.accessToken },
			}),
		);
		const body: unknown = await response.json();
		// This one call of the client gives refusals back as if they were answers.
		if (!response.ok) throw new RefusedRequest(response.status, body, Object.fromEntries(response.headers));
		return tokenInfo.parse(body).scopes;
	}
}

/** In the form of the exceptions that the client throws. */
class RefusedRequest extends Error {
	constructor(
		readonly code: number,
		readonly body: unknown,
		readonly headers: Record<string, string>,
	) {
		super(`HubSpot answered ${code}`);
	}
}

/** A request that is given up may still have its effect: whoever repeats it looks first. */
async function inTime<Result>(call: Promise<Result>): Promise<Result> {
	if (await settlesWithin(ANSWER_WITHIN_MS, call)) return call;
	throw new Error(`no answer within ${ANSWER_WITHIN_MS / 1000} s`);
}
