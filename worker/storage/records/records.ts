import { buffer } from 'node:stream/consumers';
import { defaultPayloadConverter, type SerializationContext } from '@temporalio/common';
import { z } from 'zod';
import type { Keyring } from '../../temporal/keyring';
import { encodedPayload, EncryptionCodec } from '../../temporal/payload-codec';
import type { BlobStore } from '../blobs';

const DIGITS = 10;
/** Another process may replace a version between its listing and its reading. */
const LOOKS = 3;

export interface FoundRecord<Value> {
	/** Counts every write of this name, also deletions. 0: nobody has written it. */
	version: number;
	/** Null if there is none, or it was deleted. */
	value: Value | null;
}

interface RecordOptions<Value> {
	/** Keys begin with it. It ends with a slash. */
	prefix: string;
	schema: z.ZodType<Value>;
}

/**
 * Named settings that people change while processes run, in the blob store that all processes share. Each version is a
 * blob of its own, and only one writer can create it. So of two people who edit the same version, one is refused. A
 * record is encrypted with the codec's keys and bound to its name and version, whatever the store does.
 */
export class Records<Value> {
	readonly #codec: EncryptionCodec;
	readonly #content: z.ZodType<{ value: Value | null }>;

	constructor(
		private readonly store: BlobStore,
		keyring: Keyring,
		private readonly options: RecordOptions<Value>,
	) {
		this.#codec = new EncryptionCodec(keyring, { plain: 'refuse' });
		this.#content = z.object({ value: options.schema.nullable() });
	}

	/** @param name of letters, digits, - and _ */
	async read(name: string): Promise<FoundRecord<Value>> {
		return this.#readNewest(name, async () =>
			Math.max(0, ...(await this.#versions(name)).map(({ version }) => version)),
		);
	}

	/** The newest version of each name, also of those that are deleted. It opens none. */
	async newest(): Promise<Map<string, number>> {
		const newest = new Map<string, number>();
		for (const { name, version } of await this.#versions()) newest.set(name, Math.max(version, newest.get(name) ?? 0));
		return newest;
	}

	/** The records that are not deleted, by name. */
	async list(): Promise<Map<string, FoundRecord<Value>>> {
		const newest = await this.newest();
		const found = await Promise.all(
			[...newest].map(async ([name, version]) => [name, await this.#at(name, version)] as const),
		);
		return new Map(found.filter(([, { value }]) => value !== null).sort(([one], [other]) => (one < other ? -1 : 1)));
	}

	/**
	 * Writes the version after `version`.
	 * @param value null: deletes it. The version stays, so that an old edit of it cannot succeed
	 * @returns whether nobody had changed it meanwhile
	 */
	async write(name: string, version: number, value: Value | null): Promise<boolean> {
		const next = version + 1;
		const key = this.#keyOf(name, next);
		if (!(await this.store.writeNew(key, await this.#sealed(key, value)))) return false;
		const all = await this.#versions(name);
		// Another process may have removed this very version before, because it has written a later one.
		if (all.some((each) => each.version > next)) {
			await this.store.remove(key);
			return false;
		}
		for (const each of all) if (each.version < next) await this.store.remove(this.#keyOf(name, each.version));
		return true;
	}

	/** A version can be gone because a later one is there. */
	async #at(name: string, version: number): Promise<FoundRecord<Value>> {
		const value = await this.#open(this.#keyOf(name, version));
		return value === null ? this.read(name) : { version, ...value };
	}

	async #readNewest(name: string, newest: () => Promise<number>): Promise<FoundRecord<Value>> {
		for (let looks = 0; looks < LOOKS; looks += 1) {
			const version = await newest();
			if (version === 0) return { version, value: null };
			const found = await this.#open(this.#keyOf(name, version));
			if (found !== null) return { version, ...found };
		}
		throw new Error(`The stored record ${this.options.prefix}${name} changes faster than it can be read.`);
	}

	/** @param name default: all names */
	async #versions(name?: string): Promise<Array<{ name: string; version: number }>> {
		const { prefix } = this.options;
		const found: Array<{ name: string; version: number }> = [];
		for await (const { key } of this.store.list(name === undefined ? prefix : `${prefix}${name}/`)) {
			const [, named, digits] = /^([^/]+)\/(\d+)$/.exec(key.slice(prefix.length)) ?? [];
			if (named !== undefined && digits !== undefined) found.push({ name: named, version: Number(digits) });
		}
		return found;
	}

	async #sealed(key: string, value: Value | null): Promise<Buffer> {
		const [sealed] = await this.#codec.encode([defaultPayloadConverter.toPayload({ value })], ownerOf(key));
		if (sealed === undefined) throw new Error('The codec encrypted nothing.');
		return Buffer.from(encodedPayload.toBytes(sealed));
	}

	/** @throws UnknownKeyError, DecryptionError; and ForeignPayloadError if somebody moved the blob */
	async #open(key: string): Promise<{ value: Value | null } | null> {
		const blob = await this.store.open(key);
		if (blob === null) return null;
		const sealed = encodedPayload.fromBytes(await buffer(blob.content));
		const [payload] = await this.#codec.decode([sealed], ownerOf(key));
		if (payload === undefined) return null;
		return this.#content.parse(defaultPayloadConverter.fromPayload(payload));
	}

	#keyOf(name: string, version: number): string {
		return `${this.options.prefix}${name}/${String(version).padStart(DIGITS, '0')}`;
	}
}

/** The codec binds a payload to a workflow. A record has none, so its key takes that place. */
function ownerOf(key: string): SerializationContext {
	return { type: 'workflow', namespace: 'records', workflowId: key };
}
