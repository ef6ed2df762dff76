import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { BlobStore } from '../../storage/blobs';
import { CommandError, EXIT } from '../terminal';

/** What a restore does with the bucket of `blobs.s3`: an empty one gets the blobs, a filled one what it lacks, or nothing. */
export const BUCKET_USES = ['empty', 'fill', 'skip'] as const;
export type BucketUse = (typeof BUCKET_USES)[number];

/** Copies restored blobs, as they are stored, into the bucket of a configuration. */
export class BucketBlobs {
	readonly #written: string[] = [];

	/**
	 * @param store without its encryption, because the restored blobs are encrypted
	 * @param bucket its name, for errors
	 */
	constructor(
		private readonly store: Pick<BlobStore, 'draft' | 'list' | 'remove'>,
		readonly bucket: string,
	) {}

	/** The number of copied blobs. */
	get copied(): number {
		return this.#written.length;
	}

	/**
	 * Copies the blobs that the bucket lacks, and overwrites none: those that it has are the same or newer.
	 * @param keys of the blobs, which are also their paths in the folder
	 * @param fill whether the bucket may have blobs already
	 * @throws CommandError that says what to do; then the bucket has what it had
	 */
	async copy(folder: string, keys: readonly string[], { fill }: { fill: boolean }): Promise<void> {
		try {
			const present = await this.#keys(fill);
			for (const key of keys.filter((each) => !present.has(each))) {
				await this.#copyOne(join(folder, ...key.split('/')), key);
				this.#written.push(key);
			}
		} catch (error) {
			if (error instanceof CommandError) throw error;
			const failure = new CommandError(
				`The blobs could not be copied into the bucket ${this.bucket}: ${reasonOf(error)}. Nothing was restored. Correct this, or leave the blobs in the folder with --bucket skip.`,
				EXIT.failed,
			);
			throw await this.undoAfter(failure);
		}
	}

	/** Removes what was copied, because the restore has failed. @returns the error of the restore, which says what stayed */
	async undoAfter(error: unknown): Promise<unknown> {
		try {
			for (let key = this.#written.at(-1); key !== undefined; key = this.#written.at(-1)) {
				await this.store.remove(key);
				this.#written.pop();
			}
			return error;
		} catch (cause) {
			return new CommandError(
				`${reasonOf(error)} Copied blobs that stay in the bucket ${this.bucket}: ${this.copied} (${reasonOf(cause)}). Restore again with --bucket fill.`,
				EXIT.failed,
			);
		}
	}

	async #keys(fill: boolean): Promise<ReadonlySet<string>> {
		const present = new Set<string>();
		for await (const { key } of this.store.list('')) {
			if (!fill)
				throw new CommandError(
					`The bucket ${this.bucket} has blobs. If the system that wrote them has ended, add what the bucket lacks with --bucket fill. Otherwise, name a configuration with another bucket (--config), or leave the blobs in the folder (--bucket skip).`,
					EXIT.badUsage,
				);
			present.add(key);
		}
		return present;
	}

	async #copyOne(file: string, key: string): Promise<void> {
		const draft = await this.store.draft();
		try {
			await draft.write(createReadStream(file), new PassThrough());
			await draft.keep(key);
		} finally {
			await draft.discard();
		}
	}
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
