import { z } from 'zod';
import { askApi } from './ask-api';
import type { HubSpotSettings } from './settings';

const CONTACTS = '/crm/v3/objects/contacts';

const contactSchema = z.looseObject({ id: z.string(), properties: z.record(z.string(), z.string().nullable()) });
const batchSchema = z.looseObject({ results: z.array(contactSchema) });
const propertyListSchema = z.looseObject({
	results: z.array(
		z.looseObject({
			name: z.string(),
			type: z.string().catch('string'),
			fieldType: z.string().catch(''),
			options: z.array(z.looseObject({ value: z.string(), label: z.string().catch('') })).catch([]),
			hasUniqueValue: z.boolean().catch(false),
			modificationMetadata: z.looseObject({ readOnlyValue: z.boolean() }).optional(),
		}),
	),
});
const tokenSchema = z.looseObject({ scopes: z.array(z.string()) });

export type Properties = Record<string, string>;
/** What HubSpot says of a property. `type` and `fieldType` as in its documentation. */
export type PropertyDefinition = Pick<
	z.infer<typeof propertyListSchema>['results'][number],
	'name' | 'type' | 'fieldType' | 'options' | 'hasUniqueValue'
>;
export type Contact = Pick<z.infer<typeof contactSchema>, 'id' | 'properties'>;

/** A sync's calls of HubSpot's API, each with a time limit. @throws HubSpotRefusal for an unsuccessful response */
export class ContactsApi {
	constructor(private readonly config: Pick<HubSpotSettings, 'accessToken' | 'baseUrl'>) {}

	/**
	 * The existing contacts with one of these values, at most 100.
	 * @param idProperty `email`, or a property whose values are unique
	 */
	async having(idProperty: string, values: readonly string[], properties: readonly string[]): Promise<Contact[]> {
		const inputs = values.map((id) => ({ id }));
		const body = { idProperty, inputs, properties: [idProperty, ...properties] };
		return (await this.#ask(batchSchema, 'POST', `${CONTACTS}/batch/read`, body)).results;
	}

	async byId(id: string, properties: readonly string[]): Promise<Contact> {
		return this.#ask(contactSchema, 'GET', `${CONTACTS}/${id}?properties=${properties.join(',')}`);
	}

	/** @returns those that were created, in any order; try the others one by one */
	async createAll(contacts: readonly Properties[]): Promise<Contact[]> {
		const inputs = contacts.map((properties) => ({ properties, associations: [] }));
		return (await this.#ask(batchSchema, 'POST', `${CONTACTS}/batch/create`, { inputs })).results;
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

	/** The same for a contact without an address. @param id of the contact */
	async deleteByIdForGood(id: string): Promise<void> {
		await this.#ask(z.unknown(), 'POST', `${CONTACTS}/gdpr-delete`, { objectId: id });
	}

	/** All writable contact properties, by their internal names. */
	async writableProperties(): Promise<Map<string, PropertyDefinition>> {
		const { results } = await this.#ask(propertyListSchema, 'GET', '/crm/v3/properties/contacts');
		const writable = results.filter(({ modificationMetadata }) => modificationMetadata?.readOnlyValue !== true);
		return new Map(writable.map((each) => [each.name, each]));
	}

	/** The scopes of the token. */
	async scopes(): Promise<string[]> {
		const body = { tokenKey: this.config.accessToken };
		return (await this.#ask(tokenSchema, 'POST', '/oauth/v2/private-apps/get/access-token-info', body)).scopes;
	}

	async #ask<Answer>(schema: z.ZodType<Answer>, method: string, path: string, body?: object): Promise<Answer> {
		return askApi(this.config, schema, method, path, body);
	}
}
