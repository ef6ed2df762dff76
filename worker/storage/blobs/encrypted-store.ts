import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Keyring } from '../../temporal/keyring';
import type { BlobStore, Draft, OpenBlob, StoredBlob } from './blob-store';
import { seal, unseal } from './sealed-stream';

/**
 * A store whose blobs are encrypted at rest with the keys that histories are encrypted with. Sizes and digests that others
 * see are those of the content.
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
				return pipeline(content, through, sealing, createWriteStream(draft.file), options);
			},
			read: () =>
				Readable.from(
					(async function* () {
						// Its size does not matter: nobody asks for that of the content.
						yield* (await unseal(keyring, createReadStream(draft.file), 0)).content;
					})(),
				),
		};
	}

	async write(key: string, content: Buffer): Promise<void> {
		await this.inner.write(key, await buffer(seal(this.keyring, [content])));
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

	/** `bytes` are those that are stored. */
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

/** Whoever lets go of the content lets go of the file or connection below it, also before anything was read. */
function endingWith(content: Readable, below: Readable): Readable {
	return content.once('close', () => below.destroy());
}
