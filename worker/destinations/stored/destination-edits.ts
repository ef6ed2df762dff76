import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Keyring } from '../../temporal/keyring';
import type { FoundRecord } from '../../storage/records';
import type { Destinations } from '../destinations';
import { destinationChanged, destinationMissing, destinationOfFile, destinationTaken } from './edit-problems';
import type { StoredDestinations } from './stored-destinations';
import type { StoredWebhook } from './stored-webhook';

/** Time for a receiver to switch to the new secret, in ms. */
const OVERLAP_MS = 24 * 3_600_000;
const SECRET_BYTES = 32;

export interface WebhookChange {
	url: string;
	/** Null: everything. */
	fields: string[] | null;
}

/** A destination of the gateway, as people edit it. */
export interface StoredView extends WebhookChange {
	name: string;
	type: 'webhook';
	/** Increases with every change. An edit names the version that the person saw. */
	version: number;
	/** The secret before signs too until then, ISO 8601 UTC; null: there is none. */
	previousSecretUntil: string | null;
	createdAt: string;
	updatedAt: string;
	changedBy: string;
}

/** The only responses with the secret. */
export interface StoredWithSecret extends StoredView {
	secret: string;
}

/** Who edits, under which key of the caller's. */
export interface Editor {
	/** The name of the token, or of the signed-in person. */
	caller: string;
	idempotencyKey: string;
}

/**
 * Creates and changes destinations while everything runs. A name of the configuration file cannot be taken.
 */
export class DestinationEdits {
	constructor(
		private readonly destinations: Destinations,
		private readonly stored: StoredDestinations,
		private readonly keyring: Keyring,
	) {}

	/**
	 * Makes a signing secret. A repeat with the same key and settings gets the same secret while it is in use.
	 * @throws Problem 409 if the name is taken
	 */
	async create(name: string, change: WebhookChange, editor: Editor): Promise<StoredWithSecret> {
		if (this.destinations.isOfFile(name)) throw destinationOfFile(name);
		const { version, value } = await this.stored.records.read(name);
		if (value !== null) {
			const { url, fields } = value;
			if (this.#isRepeat(name, value, editor) && isDeepStrictEqual({ url, fields }, change))
				return withSecret(name, version, value);
			throw destinationTaken(name);
		}
		const now = new Date().toISOString();
		const made: StoredWebhook = {
			...{ type: 'webhook', ...change, secret: newSecret(), previous: null },
			...{ madeBy: this.#madeBy(name, editor), createdAt: now, updatedAt: now, changedBy: editor.caller },
		};
		if (!(await this.#write(name, version, made))) throw destinationTaken(name);
		return withSecret(name, version + 1, made);
	}

	/** @throws Problem 404, and 409 for a destination of the file */
	async get(name: string): Promise<StoredView> {
		const { version, value } = await this.#read(name);
		return viewOf(name, version, value);
	}

	/**
	 * @param version the one that the person saw
	 * @throws Problem 412 if somebody changed it since; also 404 and 409
	 */
	async change(name: string, version: number, change: WebhookChange, caller: string): Promise<StoredView> {
		const found = await this.#read(name);
		const { url, fields } = found.value;
		if (isDeepStrictEqual({ url, fields }, change)) return viewOf(name, found.version, found.value);
		const changed = { ...found.value, ...change, updatedAt: new Date().toISOString(), changedBy: caller };
		if (found.version !== version || !(await this.#write(name, version, changed)))
			throw destinationChanged(name, (await this.#read(name)).value);
		return viewOf(name, version + 1, changed);
	}

	/** Makes a new secret. The previous one also signs for a day. @throws Problem 404, 409 or 412 */
	async rotateSecret(name: string, editor: Editor): Promise<StoredWithSecret> {
		const { version, value } = await this.#read(name);
		if (this.#isRepeat(name, value, editor)) return withSecret(name, version, value);
		const now = Date.now();
		const rotated: StoredWebhook = {
			...value,
			...{ secret: newSecret(), madeBy: this.#madeBy(name, editor), changedBy: editor.caller },
			previous: { secret: value.secret, until: new Date(now + OVERLAP_MS).toISOString() },
			updatedAt: new Date(now).toISOString(),
		};
		if (!(await this.#write(name, version, rotated))) throw destinationChanged(name, (await this.#read(name)).value);
		return withSecret(name, version + 1, rotated);
	}

	/** @throws Problem 404, 409 or 412 */
	async remove(name: string): Promise<void> {
		const { version, value } = await this.#read(name);
		if (!(await this.#write(name, version, null))) throw destinationChanged(name, value);
	}

	async #read(name: string): Promise<{ version: number; value: StoredWebhook }> {
		if (this.destinations.isOfFile(name)) throw destinationOfFile(name);
		const { version, value }: FoundRecord<StoredWebhook> = await this.stored.records.read(name);
		if (value === null) throw destinationMissing(name);
		return { version, value };
	}

	async #write(name: string, version: number, value: StoredWebhook | null): Promise<boolean> {
		const isWritten = await this.stored.records.write(name, version, value);
		this.stored.forget(name);
		return isWritten;
	}

	#madeBy(name: string, { idempotencyKey }: Editor) {
		return this.keyring.mac(['destination-secret', name, idempotencyKey]);
	}

	/** A key that is gone only means that the repeat is not recognised. */
	#isRepeat(name: string, { madeBy }: StoredWebhook, { idempotencyKey }: Editor): boolean {
		if (!this.keyring.has(madeBy.keyVersion)) return false;
		return this.keyring.matches(madeBy, ['destination-secret', name, idempotencyKey]);
	}
}

function newSecret(): string {
	return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function viewOf(name: string, version: number, stored: StoredWebhook): StoredView {
	const { type, url, fields, previous, createdAt, updatedAt, changedBy } = stored;
	const overlaps = previous !== null && Date.parse(previous.until) > Date.now();
	return {
		...{ name, type, url, fields, version, createdAt, updatedAt, changedBy },
		previousSecretUntil: overlaps ? previous.until : null,
	};
}

function withSecret(name: string, version: number, stored: StoredWebhook): StoredWithSecret {
	return { ...viewOf(name, version, stored), secret: stored.secret };
}
