import { type Bounds, PersistentReader, ReaderError, type Reason } from '../../api/bounded-reader';
import { readerFile } from '../documents/reader-file';
import type { FetchedDocument } from './fetch-document';
import {
	FetchError,
	type PageContent,
	type PageResponse,
	pageResponseSchema,
	type PageTask,
	type SitemapContent,
	type SitemapTask,
} from './page';

/** The time includes starting the reader, which takes seconds on a busy machine. */
const BOUNDS: Bounds = { timeMs: 30_000, heapMb: 512 };

/** Extracts the text of pages in a separate process. */
export class PageReader {
	private readonly reader: PersistentReader;

	constructor(private readonly bounds = BOUNDS) {
		this.reader = new PersistentReader(readerFile('page-thread.js'), bounds);
	}

	/** @throws FetchError if it is not a text page, or cannot be read within the bounds; or the signal's reason */
	async read({ url, ...document }: FetchedDocument, signal: AbortSignal): Promise<PageContent> {
		const task: PageTask = { ...document, url: url.href };
		const answer = await this.ask(task, signal);
		if (answer.answer === 'page') return answer;
		throw unexpected(answer);
	}

	/** @throws FetchError if it cannot be read within the bounds; or the signal's reason */
	async readSitemap(sitemap: Uint8Array, signal: AbortSignal): Promise<SitemapContent> {
		const answer = await this.ask({ sitemap }, signal);
		if (answer.answer === 'sitemap') return answer;
		throw unexpected(answer);
	}

	private async ask(task: PageTask | SitemapTask, signal: AbortSignal): Promise<PageResponse> {
		try {
			const answer = pageResponseSchema.parse(await this.reader.ask(task, signal));
			if (answer.answer === 'refused') throw new FetchError(answer.message);
			return answer;
		} catch (error) {
			throw error instanceof ReaderError ? new FetchError(this.reasons[error.reason]) : error;
		}
	}

	close(): void {
		this.reader.close();
	}

	private get reasons(): Record<Reason, string> {
		return {
			time: `extracting its text took more than ${this.bounds.timeMs / 1000} s`,
			memory: 'extracting its text needs more memory than a page may use',
			broken: 'its text could not be extracted',
			killed: 'its text could not be extracted, because the machine has too little memory',
		};
	}
}

function unexpected({ answer }: PageResponse): Error {
	return new Error(`The page reader sent an unexpected response: ${answer}.`);
}
