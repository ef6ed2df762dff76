import type { Readable } from 'node:stream';

/** A file on its way in. */
export interface IncomingFile {
	/** As the caller named it, without folders. */
	filename: string;
	content: Readable;
	/** Aborted when the file gets too large or breaks off; the reason is the refusal. */
	signal: AbortSignal;
}

/** Something that was stored of a request which may still turn out to be refused. */
export interface Withdrawable {
	withdraw(): Promise<void>;
}

/** A multipart form with one file and nothing else. */
export interface MultipartForm {
	/**
	 * Hands the file over while it comes in.
	 *
	 * @throws ApiProblem invalid_request, file_too_large; what was taken is withdrawn then
	 */
	readFile<Taken extends Withdrawable>(field: string, take: (file: IncomingFile) => Promise<Taken>): Promise<Taken>;
}
