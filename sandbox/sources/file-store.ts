import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

export interface StoredFile {
	storageName: string;
	/** Where it is on the disk. */
	path: string;
	sizeBytes: number;
}

/** The folder of uploaded files. A file without a row in the database belongs to nothing, and goes at the next start. */
export class FileStore {
	constructor(private readonly folder: string) {
		mkdirSync(folder, { recursive: true });
	}

	/** Stores what comes; when it breaks off, nothing stays. */
	async store(content: Readable, signal: AbortSignal): Promise<StoredFile> {
		const storageName = randomUUID();
		const path = this.pathOf(storageName);
		const file = createWriteStream(path);
		try {
			await pipeline(content, file, { signal });
		} catch (error) {
			await this.remove(storageName);
			throw error;
		}
		return { storageName, path, sizeBytes: file.bytesWritten };
	}

	pathOf(storageName: string): string {
		return join(this.folder, storageName);
	}

	async remove(storageName: string): Promise<void> {
		await rm(this.pathOf(storageName), { force: true });
	}

	/** Clears away what a process that was killed has left. */
	removeAllBut(storageNames: Iterable<string>): void {
		const kept = new Set(storageNames);
		for (const name of readdirSync(this.folder)) {
			if (!kept.has(name)) rmSync(this.pathOf(name), { force: true });
		}
	}
}
