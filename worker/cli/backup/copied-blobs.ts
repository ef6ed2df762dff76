import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
	type BlobStore,
	CHUNKS,
	FILES,
	HAND_OUTS,
	PERSON_REQUESTS,
	PREVIEWS,
	type StoredBlob,
	UPLOADS,
} from '../../storage/blobs';

/** Histories refer to these. All others are records, of which only the newest state counts. */
const OF_HISTORIES = [UPLOADS, PREVIEWS, CHUNKS, FILES, HAND_OUTS, PERSON_REQUESTS];
/** What processes are writing now. It becomes a blob, or nothing. */
const UNFINISHED = 'drafts/';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Copies the blobs of a store, as they are stored, into a folder. Call `pass` before Temporal's database is read, and
 * once more after it. Then the copy has every blob that a history of the database refers to, whatever is written or removed
 * meanwhile.
 */
export class CopiedBlobs {
	readonly #copied = new Map<string, string>();

	/** @param store without its encryption, so that the copy stays encrypted */
	constructor(
		private readonly store: Pick<BlobStore, 'list' | 'open'>,
		private readonly folder: string,
	) {}

	get count(): number {
		return this.#copied.size;
	}

	/** Copies what is new or changed. What is gone stays in the copy if a history may refer to it. */
	async pass(): Promise<void> {
		const present = new Set<string>();
		for await (const blob of this.store.list('')) {
			if (blob.key.startsWith(UNFINISHED)) continue;
			present.add(blob.key);
			if (this.#copied.get(blob.key) === stateOf(blob)) continue;
			if (await this.#copy(blob.key)) this.#copied.set(blob.key, stateOf(blob));
		}
		for (const key of [...this.#copied.keys()]) {
			if (present.has(key) || OF_HISTORIES.some((prefix) => key.startsWith(prefix))) continue;
			await rm(this.#pathOf(key));
			this.#copied.delete(key);
		}
	}

	/** @returns false if the blob is gone meanwhile; then an earlier copy stays as it is */
	async #copy(key: string): Promise<boolean> {
		const blob = await this.store.open(key);
		if (blob === null) return false;
		const target = this.#pathOf(key);
		await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
		await pipeline(blob.content, createWriteStream(target, { mode: FILE_MODE }));
		return true;
	}

	#pathOf(key: string): string {
		return join(this.folder, ...key.split('/'));
	}
}

function stateOf({ bytes, storedAt }: StoredBlob): string {
	return `${bytes} ${storedAt.toISOString()}`;
}
