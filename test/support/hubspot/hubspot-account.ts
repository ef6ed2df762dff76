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

/** HubSpot's message holds JSON, which repeats the value. */
function invalid(error: string, message: string, name: string): RefusalError {
	const details = JSON.stringify([{ isValid: false, message, error, name }]);
	return new RefusalError(400, `Property values were not valid: ${details}`, 'VALIDATION_ERROR');
}

const LARGEST_BATCH = 100;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The contacts of an account, one for each address. */
export class HubSpotAccount {
	readonly #contacts = new Map<string, StoredContact>();
	readonly #properties = new Set(['email', 'firstname', 'lastname', 'phone', 'city', 'country', 'lead_captured_at']);
	readonly #blocked = new Set<string>();
	#lastId = 100;
	#refusing: string | null = null;

	isRefusal(error: unknown): error is Refusal {
		return error instanceof RefusalError;
	}

	/** To be thrown where a test answers in the account's place. */
	refusal(status: number, message: string, category: string): Error {
		return new RefusalError(status, message, category);
	}

	/** Whatever is written from now on is refused with these words in the answer. */
	refuseValues(words: string): void {
		this.#refusing = words;
	}

	all(): StoredContact[] {
		return [...this.#contacts.values()];
	}

	byEmail(email: string): StoredContact | undefined {
		return this.all().find(({ properties }) => properties['email'] === email.toLowerCase());
	}

	properties() {
		const written = [...this.#properties].map((name) => ({ name, modificationMetadata: { readOnlyValue: false } }));
		return [...written, { name: 'hs_object_id', modificationMetadata: { readOnlyValue: true } }];
	}

	get(id: string): StoredContact {
		const contact = this.#contacts.get(id);
		if (contact === undefined) throw new RefusalError(404, 'resource not found', 'OBJECT_NOT_FOUND');
		return contact;
	}

	read(ids: string[], idProperty: string | undefined): { results: StoredContact[]; missing: string[] } {
		this.#checkSize(ids);
		const find = (id: string) => (idProperty === 'email' ? this.byEmail(id) : this.#contacts.get(id));
		return {
			results: ids.flatMap((id) => find(id) ?? []),
			missing: ids.filter((id) => find(id) === undefined),
		};
	}

	create(properties: Record<string, string>): StoredContact {
		this.#check(properties);
		const email = properties['email']?.toLowerCase();
		const existing = email === undefined ? undefined : this.byEmail(email);
		if (existing) throw new RefusalError(409, `Contact already exists. Existing ID: ${existing.id}`, 'CONFLICT');
		const id = `${(this.#lastId += 1)}`;
		const now = new Date().toISOString();
		const values = { ...properties, ...(email === undefined ? {} : { email }) };
		const contact = { id, properties: values, createdAt: now, updatedAt: now, archived: false };
		this.#contacts.set(id, contact);
		return contact;
	}

	/** All or none. */
	createAll(inputs: Array<Record<string, string>>): StoredContact[] {
		this.#checkSize(inputs);
		const emails = inputs.map(({ email }) => email?.toLowerCase());
		if (new Set(emails).size < emails.length)
			throw new RefusalError(400, 'Duplicate IDs found in batch input', 'VALIDATION_ERROR');
		for (const properties of inputs) {
			this.#check(properties);
			const existing = this.byEmail(properties['email'] ?? '');
			if (existing) throw new RefusalError(409, `Contact already exists. Existing ID: ${existing.id}`, 'CONFLICT');
		}
		return inputs.map((properties) => this.create(properties));
	}

	delete(id: string): void {
		this.#contacts.delete(id);
	}

	addProperty(name: string): void {
		this.#properties.add(name);
	}

	update(id: string, properties: Record<string, string>): StoredContact {
		const contact = this.get(id);
		this.#check(properties);
		Object.assign(contact.properties, properties);
		contact.updatedAt = new Date().toISOString();
		return contact;
	}

	/** All or none. */
	updateAll(inputs: Array<{ id: string; properties: Record<string, string> }>): StoredContact[] {
		this.#checkSize(inputs);
		for (const { id, properties } of inputs) {
			this.get(id);
			this.#check(properties);
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

	#checkSize(inputs: unknown[]): void {
		if (inputs.length > LARGEST_BATCH)
			throw new RefusalError(
				400,
				`The maximum number of records supported in a batch request is ${LARGEST_BATCH}`,
				'VALIDATION_ERROR',
			);
	}

	#check(properties: Record<string, string>): void {
		if (this.#refusing !== null)
			throw new RefusalError(400, `Property values were not valid: ${this.#refusing}`, 'VALIDATION_ERROR');
		if (this.#blocked.has(properties['email']?.toLowerCase() ?? ''))
			throw new RefusalError(400, 'The address belongs to a contact that was deleted for good', 'VALIDATION_ERROR');
		const unknown = Object.keys(properties).find((name) => !this.#properties.has(name));
		if (unknown !== undefined) throw invalid('PROPERTY_DOESNT_EXIST', `Property "${unknown}" does not exist`, unknown);
		const email = properties['email'];
		if (email !== undefined && !EMAIL.test(email))
			throw invalid('INVALID_EMAIL', `Email address ${email} is invalid`, 'email');
	}
}
