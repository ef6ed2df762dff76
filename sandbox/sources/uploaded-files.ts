import { basename } from 'node:path';
import { UPLOAD_TYPES } from '../../api';
import { DocumentError } from '../documents/document-error';
import type { DocumentFormat } from '../documents/document-format';
import type { DocumentReader } from '../documents/document-reader';
import { ApiProblem } from '../problems/problems';
import type { IncomingFile } from '../operations/incoming-file';
import type { FileStore, StoredFile } from './file-store';

export interface UploadedFile extends StoredFile {
	name: string;
	format: DocumentFormat;
	withdraw(): Promise<void>;
}

const LONGEST_NAME = 255;

/** Takes files in: stored as they come, then looked at. */
export class UploadedFiles {
	constructor(
		private readonly store: FileStore,
		private readonly documents: DocumentReader,
	) {}

	/** @throws ApiProblem unsupported_file_type; nothing is kept then */
	async take({ filename, content, signal }: IncomingFile): Promise<UploadedFile> {
		const stored = await this.store.store(content, signal);
		const withdraw = () => this.store.remove(stored.storageName);
		try {
			const format = await this.documents.identify(stored.path, filename, signal);
			return { ...stored, name: plainName(filename), format, withdraw };
		} catch (error) {
			await withdraw();
			throw error instanceof DocumentError ? unsupported(error.message) : error;
		}
	}
}

/** A name to show: no folder, nothing that is no character. */
function plainName(filename: string): string {
	return (
		basename(filename.replaceAll('\\', '/'))
			.replaceAll(/\p{Cc}|\p{Surrogate}/gu, '')
			.slice(-LONGEST_NAME)
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
