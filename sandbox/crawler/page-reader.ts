import { PersistentThread, type ThreadBounds, ThreadError } from '../documents/bounded-thread';
import type { FetchedDocument } from './fetch-document';
import { FetchError, pageResponseSchema, type PageContent, type PageTask } from './page';

/** The time includes starting the thread, which takes seconds on a busy machine. */
const BOUNDS: ThreadBounds = { timeMs: 30_000, heapMb: 512 };

/** Extracts the text of pages in a separate thread. */
export class PageReader {
	private readonly thread: PersistentThread;

	constructor(private readonly bounds = BOUNDS) {
		this.thread = new PersistentThread('page-thread.js', bounds);
	}

	/** @throws FetchError if it is not a text page, or cannot be read within the bounds; or the signal's reason */
	async read({ url, ...document }: FetchedDocument, signal: AbortSignal): Promise<PageContent> {
		const task: PageTask = { ...document, url: url.href };
		try {
			const answer = pageResponseSchema.parse(await this.thread.ask(task, signal));
			if (answer.answer === 'refused') throw new FetchError(answer.message);
			return answer;
		} catch (error) {
			throw error instanceof ThreadError ? new FetchError(this.reasons[error.reason]) : error;
		}
	}

	close(): Promise<void> {
		return this.thread.close();
	}

	private get reasons(): Record<ThreadError['reason'], string> {
		return {
			time: `extracting its text took more than ${this.bounds.timeMs / 1000} s`,
			memory: 'extracting its text needs more memory than a page may use',
			broken: 'its text could not be extracted',
		};
	}
}
