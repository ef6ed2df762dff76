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

/** A file during its upload. */
export interface IncomingFile {
	/** The caller's name for it, without folders. */
	filename: string;
	content: Readable;
	/** Aborted if the file gets too large or the upload ends early. The reason is the refusal. */
	signal: AbortSignal;
}

/** Data stored for a request that may still be refused. */
export interface Discardable {
	discard(): Promise<void>;
}

/** A multipart form with one file and nothing else. */
export interface MultipartForm {
	/**
	 * Passes the file on while it arrives.
	 *
	 * @throws ApiProblem invalid_request, file_too_large; stored data is then discarded
	 */
	readFile<Taken extends Discardable>(field: string, take: (file: IncomingFile) => Promise<Taken>): Promise<Taken>;
}

interface StoredFile {
	storageName: string;
	/** Its path on the disk. */
	path: string;
	sizeBytes: number;
}

/** The folder of uploaded files. The next start deletes a file that has no row in the database. */
export class FileStore {
	constructor(private readonly folder: string) {
		mkdirSync(folder, { recursive: true });
	}

	/** Stores the incoming file. If the upload ends early, nothing stays. */
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

	/** Deletes the files of a killed process. */
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

	/** @throws ApiProblem unsupported_file_type; the file is then discarded */
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

/** A displayable name: no folder, and only valid characters. */
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
		detail: `The file ${message}. Upload a file of one of these types: ${accepted}.`,
		issues: [{ path: 'file', message }],
	});
}
