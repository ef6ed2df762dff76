import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Keyring } from '../../temporal/keyring';
import type { FoundRecord } from '../../storage/records';
import type { Destinations } from '../destinations';
import {
	destinationChanged,
	destinationMissing,
	destinationOfFile,
	destinationOfOtherType,
	destinationTaken,
} from './edit-problems';
import { type Settings, settingsOf, type StoredDestination } from './stored-destination';
import type { StoredDestinations } from './stored-destinations';

/** Time for a receiver to switch to the new secret, in ms. */
const OVERLAP_MS = 24 * 3_600_000;
const SECRET_BYTES = 32;

/** The settings of a destination, as people send them. */
export interface Edit {
	type: string;
	settings: Settings;
}

/** A destination of the gateway, as people edit it. Its settings stand beside the rest. */
export interface StoredView extends Settings {
	name: string;
	type: string;
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
	async create(name: string, edit: Edit, editor: Editor): Promise<StoredWithSecret> {
		if (this.destinations.isOfFile(name)) throw destinationOfFile(name);
		const { version, value } = await this.stored.records.read(name);
		if (value !== null) {
			if (this.#isRepeat(name, value, editor) && isSame(value, edit)) return withSecret(name, version, value);
			throw destinationTaken(name);
		}
		const now = new Date().toISOString();
		const made: StoredDestination = {
			...edit.settings,
			type: edit.type,
			secret: newSecret(),
			previous: null,
			madeBy: this.#madeBy(name, editor),
			createdAt: now,
			updatedAt: now,
			changedBy: editor.caller,
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
	 * @throws Problem 412 if somebody changed it since; also 400 for another type, 404 and 409
	 */
	async change(name: string, version: number, edit: Edit, caller: string): Promise<StoredView> {
		const found = await this.#read(name);
		if (found.value.type !== edit.type) throw destinationOfOtherType(name, found.value.type);
		if (isSame(found.value, edit)) return viewOf(name, found.version, found.value);
		const changed = { ...found.value, ...edit.settings, updatedAt: new Date().toISOString(), changedBy: caller };
		if (found.version !== version || !(await this.#write(name, version, changed)))
			throw destinationChanged(name, (await this.#read(name)).value);
		return viewOf(name, version + 1, changed);
	}

	/** Makes a new secret. The previous one also signs for a day. @throws Problem 404, 409 or 412 */
	async rotateSecret(name: string, editor: Editor): Promise<StoredWithSecret> {
		const { version, value } = await this.#read(name);
		if (this.#isRepeat(name, value, editor)) return withSecret(name, version, value);
		const now = Date.now();
		const rotated: StoredDestination = {
			...value,
			secret: newSecret(),
			madeBy: this.#madeBy(name, editor),
			changedBy: editor.caller,
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

	async #read(name: string): Promise<{ version: number; value: StoredDestination }> {
		if (this.destinations.isOfFile(name)) throw destinationOfFile(name);
		const { version, value }: FoundRecord<StoredDestination> = await this.stored.records.read(name);
		if (value === null) throw destinationMissing(name);
		return { version, value };
	}

	async #write(name: string, version: number, value: StoredDestination | null): Promise<boolean> {
		const isWritten = await this.stored.records.write(name, version, value);
		this.stored.forget(name);
		return isWritten;
	}

	#madeBy(name: string, { idempotencyKey }: Editor) {
		return this.keyring.mac(['destination-secret', name, idempotencyKey]);
	}

	/** A key that is gone only means that the repeat is not recognised. */
	#isRepeat(name: string, { madeBy }: StoredDestination, { idempotencyKey }: Editor): boolean {
		if (!this.keyring.has(madeBy.keyVersion)) return false;
		return this.keyring.matches(madeBy, ['destination-secret', name, idempotencyKey]);
	}
}

function newSecret(): string {
	return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function isSame(stored: StoredDestination, { type, settings }: Edit): boolean {
	return stored.type === type && isDeepStrictEqual(settingsOf(stored), settings);
}

function viewOf(name: string, version: number, stored: StoredDestination): StoredView {
	const { type, previous, createdAt, updatedAt, changedBy } = stored;
	const overlaps = previous !== null && Date.parse(previous.until) > Date.now();
	return {
		...settingsOf(stored),
		name,
		type,
		version,
		createdAt,
		updatedAt,
		changedBy,
		previousSecretUntil: overlaps ? previous.until : null,
	};
}

function withSecret(name: string, version: number, stored: StoredDestination): StoredWithSecret {
	return { ...viewOf(name, version, stored), secret: stored.secret };
}
