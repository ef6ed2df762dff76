import { unwatched, type WatchDelivery } from '../../net/watch-delivery';
import { type BlobStore, DESTINATIONS } from '../../storage/blobs';
import { type FoundRecord, Records } from '../../storage/records';
import type { Keyring } from '../../temporal/keyring';
import { type Destination, DestinationHeldError } from '../destination';
import { editableKindOf } from '../kind-lookup';
import { settingsOf, type StoredDestination, storedDestinationSchema } from './stored-destination';

/** A change reaches every process within this time, in ms. */
const KNOWN_MS = 5_000;

interface StoredOptions {
	store: BlobStore;
	keyring: Keyring;
	/** Hosts that the operator allows; see events.webhookHosts. */
	webhookHosts: readonly string[];
	/** Wraps each request to a webhook, for traces. */
	watch?: WatchDelivery | undefined;
}

interface Known {
	version: number;
	destination: Destination | null;
	/** Milliseconds since 1970. */
	readAt: number;
}

/**
 * The destinations that people created at the gateway. Every process reads them from the shared store when it needs
 * them, so that nothing has to be restarted.
 */
export class StoredDestinations {
	readonly records: Records<StoredDestination>;
	readonly #known = new Map<string, Known>();

	constructor(private readonly options: StoredOptions) {
		const { store, keyring } = options;
		this.records = new Records(store, keyring, { prefix: DESTINATIONS, schema: storedDestinationSchema });
	}

	/**
	 * A missing destination is always looked up, so that a new one works at once.
	 * @throws DestinationHeldError if the store cannot be read
	 */
	async find(name: string): Promise<Destination | null> {
		const known = this.#known.get(name);
		const isFresh = known !== undefined && Date.now() - known.readAt < KNOWN_MS;
		if (isFresh && known.destination !== null) return known.destination;
		return this.#take(name, await this.#read(`The destination ${name}`, () => this.records.read(name)));
	}

	/** By name. @throws DestinationHeldError if the store cannot be read */
	async list(): Promise<Destination[]> {
		const records = await this.#read('The destinations of the gateway', () => this.records.list());
		return [...records].map(([name, record]) => this.#take(name, record)).filter((each) => each !== null);
	}

	/** The next `find` reads it again. Call it after a change. */
	forget(name: string): void {
		this.#known.delete(name);
	}

	#take(name: string, { version, value }: FoundRecord<StoredDestination>): Destination | null {
		const known = this.#known.get(name);
		const isSame = known?.version === version;
		const destination = isSame ? known.destination : value === null ? null : this.#destinationOf(name, value);
		this.#known.set(name, { version, destination, readAt: Date.now() });
		return destination;
	}

	#destinationOf(name: string, stored: StoredDestination): Destination {
		const { webhookHosts, watch = unwatched } = this.options;
		const { type, secret, previous } = stored;
		return editableKindOf(type).open(name, settingsOf(stored), { secret, previous }, { webhookHosts, watch });
	}

	/** A sync waits until the store responds again. */
	async #read<Found>(what: string, read: () => Promise<Found>): Promise<Found> {
		try {
			return await read();
		} catch (error) {
			throw new DestinationHeldError(
				`${what} cannot be read from the blob store (${wordsOf(error)}). Check blobs.directory or blobs.s3, and the encryption keys.`,
			);
		}
	}
}

/** Errors of the store name files and buckets, but no content. */
function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
