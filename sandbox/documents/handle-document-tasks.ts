import { handleTasks, isTooDeep, isTooLong } from '../../api/bounded-reader';
import { DocumentError, type ReaderResponse } from './document-format';

/** Sends the content of a document, or the reason why it cannot be read. */
export function handleDocumentTasks(work: (task: unknown) => Promise<ReaderResponse>): void {
	handleTasks(async (task) => {
		try {
			return await work(task);
		} catch (error) {
			const message = reasonOf(error);
			if (message === undefined) throw error;
			return { answer: 'refused', message } satisfies ReaderResponse;
		}
	});
}

function reasonOf(error: unknown): string | undefined {
	if (error instanceof DocumentError) return error.message;
	if (isTooDeep(error)) return 'is nested too deeply to be read';
	return isTooLong(error) ? 'needs more memory than a file may use' : undefined;
}
