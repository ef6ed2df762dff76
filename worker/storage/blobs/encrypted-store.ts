import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Keyring } from '../../temporal/keyring';
import type { BlobStore, Draft, OpenBlob, StoredBlob } from './blob-store';
import { seal, unseal } from './sealed-stream';

/** What waits while the file is written, which happens in another thread. */
const WAITING_BYTES = 1024 * 1024;

/**
 * A store that encrypts its blobs at rest with the keys of the histories. Callers see the sizes and digests of the
 * content.
 */
export class EncryptedStore implements BlobStore {
	constructor(
		private readonly inner: BlobStore,
		private readonly keyring: Keyring,
	) {}

	async draft(): Promise<Draft> {
		const draft = await this.inner.draft();
		const { keyring } = this;
		return {
			...draft,
			write: (content, through, options = {}) => {
				const sealing = (pieces: AsyncIterable<Buffer>) => seal(keyring, pieces);
				return pipeline(
					content,
					through,
					sealing,
					createWriteStream(draft.file, { highWaterMark: WAITING_BYTES }),
					options,
				);
			},
			read: () =>
				Readable.from(
					(async function* () {
						// The stored size is enough: no caller needs the size of the content here.
						yield* (await unseal(keyring, createReadStream(draft.file), 0)).content;
					})(),
				),
		};
	}

	async write(key: string, content: Buffer): Promise<void> {
		await this.inner.write(key, await buffer(seal(this.keyring, [content])));
	}

	async writeNew(key: string, content: Buffer): Promise<boolean> {
		return this.inner.writeNew(key, await buffer(seal(this.keyring, [content])));
	}

	async open(key: string): Promise<OpenBlob | null> {
		const stored = await this.inner.open(key);
		if (stored === null) return null;
		try {
			const { bytes, content } = await unseal(this.keyring, stored.content, stored.bytes);
			return { bytes, content: endingWith(Readable.from(content, { objectMode: false }), stored.content) };
		} catch (error) {
			stored.content.destroy();
			throw error;
		}
	}

	/** `bytes` is the stored size. */
	list(prefix: string): AsyncIterable<StoredBlob> {
		return this.inner.list(prefix);
	}

	remove(key: string): Promise<void> {
		return this.inner.remove(key);
	}

	removeDrafts(before: Date): Promise<number> {
		return this.inner.removeDrafts(before);
	}
}

/** Destroying the content also closes the file or connection below it, even before the first read. */
function endingWith(content: Readable, below: Readable): Readable {
	return content.once('close', () => below.destroy());
}
