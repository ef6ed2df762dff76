import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_TYPES } from '../../api';
import { DocumentError, type DocumentFormat } from '../documents/document-format';
import type { DocumentReader } from '../documents/document-reader';
import { ApiProblem } from '../problems/problems';

/** A file on its way in. */
export interface IncomingFile {
	/** As the caller named it, without folders. */
	filename: string;
	content: Readable;
	/** Aborted when the file gets too large or breaks off; the reason is the refusal. */
	signal: AbortSignal;
}

/** Something stored for a request that may still be refused. */
export interface Discardable {
	discard(): Promise<void>;
}

/** A multipart form with one file and nothing else. */
export interface MultipartForm {
	/**
	 * Hands the file over while it comes in.
	 *
	 * @throws ApiProblem invalid_request, file_too_large; what was stored is discarded then
	 */
	readFile<Taken extends Discardable>(field: string, take: (file: IncomingFile) => Promise<Taken>): Promise<Taken>;
}

interface StoredFile {
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

export interface UploadedFile extends StoredFile {
	name: string;
	format: DocumentFormat;
	discard(): Promise<void>;
}

const MAX_NAME_LENGTH = 255;

/** Receives uploads: stores each as it arrives, then identifies its type. */
export class UploadedFiles {
	constructor(
		private readonly store: FileStore,
		private readonly documents: DocumentReader,
	) {}

	/** @throws ApiProblem unsupported_file_type; nothing is kept then */
	async take({ filename, content, signal }: IncomingFile): Promise<UploadedFile> {
		const stored = await this.store.store(content, signal);
		const discard = () => this.store.remove(stored.storageName);
		try {
			const format = await this.documents.identify(stored.path, filename, signal);
			return { ...stored, name: plainName(filename), format, discard };
		} catch (error) {
			await discard();
			throw error instanceof DocumentError ? unsupported(error.message) : error;
		}
	}
}

/** A name to show: no folder, nothing that is no character. */
function plainName(filename: string): string {
	return (
		basename(filename.replaceAll('\\', '/'))
			.replaceAll(/\p{Cc}|\p{Surrogate}/gu, '')
			.slice(-MAX_NAME_LENGTH)
			// The cut may have left half a character.
			.replace(/^\p{Surrogate}/u, '')
	);
}

function unsupported(message: string): ApiProblem {
	const accepted = Object.keys(UPLOAD_TYPES).join(', ');
	return new ApiProblem({
		type: 'unsupported_file_type',
		title: 'Unsupported file type',
		status: 400,
		detail: `The file ${message}. Accepted are ${accepted}.`,
		issues: [{ path: 'file', message }],
	});
}
