import { createReadStream } from 'node:fs';
import { link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type BlobStore, checkKey, type Draft, type OpenBlob, type StoredBlob } from './blob-store';
import { FOLDER_MODE, isMissing, newDraft, plainDraft, removeDrafts } from './drafts';

/** A folder inside the store, so that keeping a draft moves it without a copy. */
const DRAFTS = 'drafts';
/** At a time: each read is a trip to another thread and back. */
const READ_BYTES = 512 * 1024;

/** Blobs as files of one folder, which several machines may share. */
export class DirectoryStore implements BlobStore {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = resolve(folder);
	}

	async draft(): Promise<Draft> {
		const folder = join(this.#folder, DRAFTS);
		await makeFolder(folder);
		const file = await newDraft(folder);
		return {
			...plainDraft(file),
			keep: (key) => this.#move(file, key),
			discard: () => rm(file, { force: true }),
		};
	}

	async write(key: string, content: Buffer): Promise<void> {
		await this.#draftOf(content, (draft) => draft.keep(key));
	}

	/** A second name for the file, which the file system gives only to one writer. */
	async writeNew(key: string, content: Buffer): Promise<boolean> {
		const target = this.#pathOf(key);
		return this.#draftOf(content, async ({ file }) => {
			await synced(file);
			await makeFolder(dirname(target));
			try {
				await link(file, target);
			} catch (error) {
				if (isTaken(error)) return false;
				throw error;
			}
			await synced(dirname(target));
			return true;
		});
	}

	async #draftOf<Result>(content: Buffer, use: (draft: Draft) => Promise<Result>): Promise<Result> {
		const draft = await this.draft();
		try {
			const handle = await open(draft.file, 'r+');
			try {
				await handle.writeFile(content);
			} finally {
				await handle.close();
			}
			return await use(draft);
		} finally {
			await draft.discard();
		}
	}

	async open(key: string): Promise<OpenBlob | null> {
		try {
			const handle = await open(this.#pathOf(key), 'r');
			const { size } = await handle.stat();
			const content = createReadStream('', { fd: handle, highWaterMark: READ_BYTES });
			// The stream may fail before anybody reads it. The reader then gets the error.
			content.on('error', () => undefined);
			return { bytes: size, content };
		} catch (error) {
			if (isMissing(error)) return null;
			throw error;
		}
	}

	async *list(prefix: string): AsyncIterable<StoredBlob> {
		const folder = join(this.#folder, ...prefix.split('/'));
		for await (const file of filesBelow(folder)) {
			const found = await statOf(file);
			const key = relative(this.#folder, file).split(sep).join('/');
			if (found !== null && key.startsWith(prefix)) yield { key, bytes: found.size, storedAt: found.mtime };
		}
	}

	async remove(key: string): Promise<void> {
		await rm(this.#pathOf(key), { force: true });
	}

	removeDrafts(before: Date): Promise<number> {
		return removeDrafts(join(this.#folder, DRAFTS), before);
	}

	/** Flush it to disk before it becomes visible, so that after a power cut it is complete or missing. */
	async #move(file: string, key: string): Promise<void> {
		const target = this.#pathOf(key);
		await synced(file);
		await makeFolder(dirname(target));
		await rename(file, target);
		await synced(dirname(target));
	}

	#pathOf(key: string): string {
		return join(this.#folder, ...checkKey(key).split('/'));
	}
}

function isTaken(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
}

async function makeFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
}

async function* filesBelow(folder: string): AsyncIterable<string> {
	try {
		for await (const entry of await opendir(folder)) {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) yield* filesBelow(path);
			else yield path;
		}
	} catch (error) {
		// Other processes write and remove files at the same time.
		if (!isMissing(error)) throw error;
	}
}

async function statOf(file: string) {
	try {
		return await stat(file);
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}

async function synced(path: string): Promise<void> {
	const handle = await open(path, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
