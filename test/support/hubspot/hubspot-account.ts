import {
	faultOf,
	property,
	type PropertyMore,
	returned,
	STANDARD_PROPERTIES,
	type StoredProperty,
} from './hubspot-properties';

/** What HubSpot answers when it does not do what was asked. */
export interface Refusal {
	status: number;
	message: string;
	category: string;
}

export interface StoredContact {
	id: string;
	properties: Record<string, string | null>;
	createdAt: string;
	updatedAt: string;
	archived: boolean;
}

class RefusalError extends Error implements Refusal {
	constructor(
		readonly status: number,
		message: string,
		readonly category: string,
	) {
		super(message);
	}
}

interface WrongValue {
	error: string;
	message: string;
	name: string;
}

/** HubSpot's message holds JSON, which repeats the value. */
function invalid(...wrong: WrongValue[]): RefusalError {
	const details = JSON.stringify(
		wrong.map(({ error, message, name }) => ({ isValid: false, message, error, name, localizedErrorMessage: message })),
	);
	return new RefusalError(400, `Property values were not valid: ${details}`, 'VALIDATION_ERROR');
}

const LARGEST_BATCH = 100;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The contacts of an account, one for each address. */
export class HubSpotAccount {
	readonly #contacts = new Map<string, StoredContact>();
	readonly #properties = new Map(STANDARD_PROPERTIES.map((each) => [each.name, each]));
	/** Rules of the account that its properties do not tell. */
	readonly #rules = new Map<string, RegExp>();
	readonly #blocked = new Set<string>();
	/** Further addresses of contacts. Nobody is found by them, and nobody else may have them. */
	readonly #secondary = new Map<string, StoredContact>();
	#lastId = 100;
	#refusing: string | null = null;

	isRefusal(error: unknown): error is Refusal {
		return error instanceof RefusalError;
	}

	/** To be thrown where a test answers in the account's place. */
	refusal(status: number, message: string, category: string): Error {
		return new RefusalError(status, message, category);
	}

	/** Whatever is written from now on is refused with these words in the answer. Null: no longer. */
	refuseValues(words: string | null): void {
		this.#refusing = words;
	}

	all(): StoredContact[] {
		return [...this.#contacts.values()];
	}

	byEmail(email: string): StoredContact | undefined {
		return this.all().find(({ properties }) => properties['email'] === email.toLowerCase());
	}

	/** Gives a contact one more address, as people do in HubSpot. */
	addSecondary(contact: StoredContact, email: string): void {
		this.#secondary.set(email.toLowerCase(), contact);
	}

	properties() {
		const written = [...this.#properties.values()].map((each) => ({
			...each,
			modificationMetadata: { readOnlyValue: false },
		}));
		const id = { ...property('hs_object_id', 'number'), modificationMetadata: { readOnlyValue: true } };
		return [...written, id];
	}

	get(id: string): StoredContact {
		const contact = this.#contacts.get(id);
		if (contact === undefined) throw new RefusalError(404, 'resource not found', 'OBJECT_NOT_FOUND');
		return contact;
	}

	read(ids: string[], idProperty: string | undefined): { results: StoredContact[]; missing: string[] } {
		this.#checkSize(ids);
		const bad = idProperty === 'email' ? ids.find((id) => !EMAIL.test(id)) : undefined;
		if (bad !== undefined) throw new RefusalError(400, `${bad} is not a valid email`, 'VALIDATION_ERROR');
		const find = (id: string) => (idProperty === undefined ? this.#contacts.get(id) : this.#having(idProperty, id));
		return {
			results: ids.flatMap((id) => find(id) ?? []),
			missing: ids.filter((id) => find(id) === undefined),
		};
	}

	create(properties: Record<string, string>): StoredContact {
		this.#check(properties);
		const email = properties['email']?.toLowerCase();
		const existing = email === undefined ? undefined : this.#withAddress(email);
		if (existing) throw new RefusalError(409, `Contact already exists. Existing ID: ${existing.id}`, 'CONFLICT');
		const id = `${(this.#lastId += 1)}`;
		const now = new Date().toISOString();
		const values = this.#returned({ ...properties, ...(email === undefined ? {} : { email }) });
		const contact = { id, properties: values, createdAt: now, updatedAt: now, archived: false };
		this.#contacts.set(id, contact);
		return contact;
	}

	/** All or none. */
	createAll(inputs: Array<Record<string, string>>): StoredContact[] {
		this.#checkSize(inputs);
		const emails = inputs.flatMap(({ email }) => email?.toLowerCase() ?? []);
		if (new Set(emails).size < emails.length)
			throw new RefusalError(400, 'Duplicate IDs found in batch input', 'VALIDATION_ERROR');
		for (const properties of inputs) {
			this.#check(properties);
			const existing = properties['email'] === undefined ? undefined : this.#withAddress(properties['email']);
			if (existing) throw new RefusalError(409, `Contact already exists. Existing ID: ${existing.id}`, 'CONFLICT');
		}
		return inputs.map((properties) => this.create(properties));
	}

	delete(id: string): void {
		this.#contacts.delete(id);
	}

	addProperty(name: string, type: StoredProperty['type'] = 'string', more: PropertyMore = {}): void {
		this.#properties.set(name, property(name, type, more));
	}

	removeProperty(name: string): void {
		this.#properties.delete(name);
	}

	/** A rule that people set in the account, and that the API of properties does not show. */
	demand(name: string, rule: RegExp): void {
		this.#rules.set(name, rule);
	}

	update(id: string, properties: Record<string, string>): StoredContact {
		const contact = this.get(id);
		this.#check(properties, id);
		Object.assign(contact.properties, this.#returned(properties));
		contact.updatedAt = new Date().toISOString();
		return contact;
	}

	/** All or none. */
	updateAll(inputs: Array<{ id: string; properties: Record<string, string> }>): StoredContact[] {
		this.#checkSize(inputs);
		for (const { id, properties } of inputs) {
			this.get(id);
			this.#check(properties, id);
		}
		return inputs.map(({ id, properties }) => this.update(id, properties));
	}

	/** For good: an address is blocked, also one that nobody has. */
	purge({ idProperty, objectId }: { idProperty?: string | undefined; objectId: string }): void {
		const contact = idProperty === 'email' ? this.byEmail(objectId) : this.#contacts.get(objectId);
		if (contact !== undefined) this.#contacts.delete(contact.id);
		const email = idProperty === 'email' ? objectId : contact?.properties['email'];
		if (email) this.#blocked.add(email.toLowerCase());
	}

	#withAddress(email: string): StoredContact | undefined {
		return this.byEmail(email) ?? this.#secondary.get(email.toLowerCase());
	}

	#checkSize(inputs: unknown[]): void {
		if (inputs.length > LARGEST_BATCH)
			throw new RefusalError(
				400,
				`The maximum number of records supported in a batch request is ${LARGEST_BATCH}`,
				'VALIDATION_ERROR',
			);
	}

	#having(name: string, value: string): StoredContact | undefined {
		if (name !== 'email' && this.#properties.get(name)?.hasUniqueValue !== true)
			throw new RefusalError(400, `${name} is not a unique property`, 'VALIDATION_ERROR');
		const wanted = value.toLowerCase();
		return this.all().find((contact) => contact.properties[name]?.toLowerCase() === wanted);
	}

	#returned(properties: Record<string, string>): Record<string, string> {
		const values = Object.entries(properties).map(([name, value]) => [
			name,
			returned(this.#properties.get(name), value),
		]);
		return Object.fromEntries(values) as Record<string, string>;
	}

	/** @param ofContact the contact that may have its own values already */
	#check(properties: Record<string, string>, ofContact?: string): void {
		if (this.#refusing !== null)
			throw new RefusalError(400, `Property values were not valid: ${this.#refusing}`, 'VALIDATION_ERROR');
		if (this.#blocked.has(properties['email']?.toLowerCase() ?? ''))
			throw new RefusalError(400, 'The address belongs to a contact that was deleted for good', 'VALIDATION_ERROR');
		const unknown = Object.keys(properties).find((name) => !this.#properties.has(name));
		if (unknown !== undefined)
			throw invalid({
				error: 'PROPERTY_DOESNT_EXIST',
				message: `Property "${unknown}" does not exist`,
				name: unknown,
			});
		const email = properties['email'];
		if (email !== undefined && !EMAIL.test(email))
			throw invalid({ error: 'INVALID_EMAIL', message: `Email address ${email} is invalid`, name: 'email' });
		const wrong = Object.entries(properties).flatMap(([name, value]) => this.#wrong(name, value, ofContact));
		if (wrong.length > 0) throw invalid(...wrong);
	}

	#wrong(name: string, value: string, ofContact: string | undefined): WrongValue[] {
		const stored = this.#properties.get(name);
		if (stored === undefined || name === 'email') return [];
		const fault = faultOf(stored, value);
		if (fault !== null) return [{ ...fault, name }];
		if (this.#rules.get(name)?.test(value) === false)
			return [{ error: 'FAILED_VALIDATION', message: `${value} breaks a rule of the property.`, name }];
		const other = stored.hasUniqueValue ? this.#having(name, value) : undefined;
		if (other === undefined || other.id === ofContact) return [];
		const message = `Cannot set ${name}. ${other.id} already has that value.`;
		return [{ error: 'CONFLICTING_UNIQUE_VALUE', message, name }];
	}
}
