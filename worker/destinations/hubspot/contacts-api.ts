import { Client } from '@hubspot/api-client';
import { z } from 'zod';
import type { HubSpotConfig } from '../../config';
import { settlesWithin } from '../../net/settles-within';

/** Time limit for one request in milliseconds, because HubSpot's client has no timeout. */
const ANSWER_WITHIN_MS = 20_000;
const CONTACTS = '/crm/v3/objects/contacts';

const contactSchema = z.looseObject({ id: z.string(), properties: z.record(z.string(), z.string().nullable()) });
const batchSchema = z.looseObject({ results: z.array(contactSchema) });
const propertyListSchema = z.looseObject({
	results: z.array(
		z.looseObject({
			name: z.string(),
			modificationMetadata: z.looseObject({ readOnlyValue: z.boolean() }).optional(),
		}),
	),
});
const tokenSchema = z.looseObject({ scopes: z.array(z.string()) });

export type Properties = Record<string, string>;
export type Contact = Pick<z.infer<typeof contactSchema>, 'id' | 'properties'>;

/** A sync's calls of HubSpot's API, each with a time limit. @throws HubSpotRefusal for an unsuccessful response */
export class ContactsApi {
	readonly #client: Client;

	constructor(private readonly config: Pick<HubSpotConfig, 'accessToken' | 'baseUrl'>) {
		this.#client = new Client({ accessToken: config.accessToken, basePath: config.baseUrl });
	}

	/** The existing contacts with one of these addresses, at most 100. */
	async byEmail(emails: readonly string[], properties: readonly string[]): Promise<Contact[]> {
		const inputs = emails.map((id) => ({ id }));
		const body = { idProperty: 'email', inputs, properties: ['email', ...properties] };
		return (await this.#ask(batchSchema, 'POST', `${CONTACTS}/batch/read`, body)).results;
	}

	async byId(id: string, properties: readonly string[]): Promise<Contact> {
		return this.#ask(contactSchema, 'GET', `${CONTACTS}/${id}?properties=${properties.join(',')}`);
	}

	/** @returns whether all were created; if not, try the rest one by one */
	async createAll(contacts: readonly Properties[]): Promise<boolean> {
		const inputs = contacts.map((properties) => ({ properties, associations: [] }));
		const { results } = await this.#ask(batchSchema, 'POST', `${CONTACTS}/batch/create`, { inputs });
		return results.length === contacts.length;
	}

	/** @returns whether all were updated */
	async updateAll(contacts: ReadonlyArray<{ id: string; properties: Properties }>): Promise<boolean> {
		const { results } = await this.#ask(batchSchema, 'POST', `${CONTACTS}/batch/update`, { inputs: contacts });
		return results.length === contacts.length;
	}

	/** @returns its id */
	async create(properties: Properties): Promise<string> {
		return (await this.#ask(contactSchema, 'POST', CONTACTS, { properties, associations: [] })).id;
	}

	async delete(id: string): Promise<void> {
		await this.#ask(z.unknown(), 'DELETE', `${CONTACTS}/${id}`);
	}

	async update(id: string, properties: Properties): Promise<void> {
		await this.#ask(contactSchema, 'PATCH', `${CONTACTS}/${id}`, { properties });
	}

	/** Deletes the contact with the address and all its data, as data protection laws require. */
	async deleteForGood(email: string): Promise<void> {
		await this.#ask(z.unknown(), 'POST', `${CONTACTS}/gdpr-delete`, { idProperty: 'email', objectId: email });
	}

	/** The internal names of all writable contact properties. */
	async writableProperties(): Promise<Set<string>> {
		const { results } = await this.#ask(propertyListSchema, 'GET', '/crm/v3/properties/contacts');
		const writable = results.filter(({ modificationMetadata }) => modificationMetadata?.readOnlyValue !== true);
		return new Set(writable.map(({ name }) => name));
	}

	/** The scopes of the token. */
	async scopes(): Promise<string[]> {
		const body = { tokenKey: this.config.accessToken };
		return (await this.#ask(tokenSchema, 'POST', '/oauth/v2/private-apps/get/access-token-info', body)).scopes;
	}

	/** An aborted request may still have an effect, so look before a retry. */
	async #ask<Answer>(schema: z.ZodType<Answer>, method: string, path: string, body?: object): Promise<Answer> {
		const asking = this.#send(method, path, body);
		if (!(await settlesWithin(ANSWER_WITHIN_MS, asking)))
			throw new Error(`no response within ${ANSWER_WITHIN_MS / 1000} s`);
		return schema.parse(await asking);
	}

	async #send(method: string, path: string, body: object | undefined): Promise<unknown> {
		const response = await this.#client.apiRequest({ method, path, ...(body === undefined ? {} : { body }) });
		const text = await response.text();
		const answer = jsonOf(text);
		if (response.ok) return answer;
		throw new HubSpotRefusal(response.status, answer, Object.fromEntries(response.headers));
	}
}

/** A proxy before HubSpot may respond with an HTML page. */
function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return null;
	}
}

/** An unsuccessful response. Its message contains neither body nor headers. */
export class HubSpotRefusal extends Error {
	override readonly name = 'HubSpotRefusal';

	constructor(
		readonly status: number,
		readonly body: unknown,
		readonly headers: Record<string, string>,
	) {
		super(`HubSpot answered ${status}`);
	}
}

const bodySchema = z.looseObject({
	message: z.string().catch(''),
	category: z.string().optional(),
	policyName: z.string().optional(),
});

/** All fields are optional in HubSpot's errors, as its documentation says. */
export interface HubSpotResponse {
	status: number;
	message: string;
	category: string | null;
	/** The limit that was reached: TEN_SECONDLY_ROLLING, DAILY, ... */
	policyName: string | null;
	retryAfterMs: number | null;
}

const SECOND_MS = 1_000;
/** The window of the short limit, if the response names none. */
const WINDOW_MS = 10_000;
/**
 * The daily limit ends at midnight in the account's time zone, which is unknown. So the worker retries every quarter of
 * an hour.
 */
const DAILY_PAUSE_MS = 15 * 60_000;

/** HubSpot's response; null if there was none. */
export function answerIn(error: unknown): HubSpotResponse | null {
	if (!(error instanceof HubSpotRefusal)) return null;
	const { status, body, headers } = error;
	const { message, category, policyName } = bodySchema.catch({ message: '' }).parse(body);
	return {
		status,
		message,
		category: category ?? null,
		policyName: policyName ?? null,
		retryAfterMs: retryAfterMs(status, headers, policyName),
	};
}

function retryAfterMs(status: number, headers: Record<string, string>, policyName: string | undefined): number | null {
	const seconds = Number(headers['retry-after'] ?? '');
	if (seconds > 0) return seconds * SECOND_MS;
	if (status !== 429) return null;
	if (policyName === 'DAILY') return DAILY_PAUSE_MS;
	const window = Number(headers['x-hubspot-ratelimit-interval-milliseconds'] ?? '');
	return window > 0 ? window : WINDOW_MS;
}
