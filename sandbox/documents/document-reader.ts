import { BoundedReader, type Bounds, ReaderError, type Reason } from '../../api/bounded-reader';
import {
	DocumentError,
	type DocumentFormat,
	type IdentifyTask,
	type ReadDocument,
	type ReaderResponse,
	readerResponseSchema,
	type ReadTask,
} from './document-format';
import { readerFile } from './reader-file';

/** Long enough for a page of small print in a large picture; pictures are outside the heap. */
const BOUNDS: Bounds = { timeMs: 90_000, heapMb: 512, processMb: 1024 };

/** Reads each document in its own process, so that no document can block or crash the service. */
export class DocumentReader {
	constructor(private readonly bounds = BOUNDS) {}

	/** @throws DocumentError if the file has no accepted type */
	async identify(path: string, filename: string, signal?: AbortSignal): Promise<DocumentFormat> {
		const answer = await this.ask('identify-thread.js', { path, filename }, signal);
		if (answer.answer === 'format') return answer.format;
		throw refusal(answer);
	}

	/** @throws DocumentError if the file cannot be read within the bounds of time and memory */
	async read(path: string, format: DocumentFormat, signal?: AbortSignal): Promise<ReadDocument> {
		const answer = await this.ask('read-thread.js', { path, format }, signal);
		if (answer.answer === 'text') return answer;
		throw refusal(answer);
	}

	private async ask(file: string, task: IdentifyTask | ReadTask, signal?: AbortSignal): Promise<ReaderResponse> {
		const reader = new BoundedReader(readerFile(file), this.bounds);
		try {
			return readerResponseSchema.parse(await reader.ask(task, signal));
		} catch (error) {
			throw error instanceof ReaderError ? new DocumentError(this.reasons[error.reason]) : error;
		} finally {
			reader.end();
		}
	}

	private get reasons(): Record<Reason, string> {
		return {
			time: `could not be read within ${this.bounds.timeMs / 1000} s`,
			memory: 'needs more memory than a file may use',
			// The library crashed on a malformed file.
			broken: 'is damaged, or of a type that the sandbox cannot read',
			killed: 'could not be read, because the machine has too little memory',
		};
	}
}

function refusal(answer: ReaderResponse): Error {
	return answer.answer === 'refused'
		? new DocumentError(answer.message)
		: new Error(`The document reader sent an unexpected response: ${answer.answer}.`);
}
