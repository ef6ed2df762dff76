import { answerTasks } from '../threads/answer-tasks';
import { isTooDeep, isTooLong } from '../threads/too-deep';
import { DocumentError } from './document-error';
import type { ReaderAnswer } from './reader-messages';

/** Answers with what was found in a document, or with why it cannot be read. */
export function answerDocument(work: (task: unknown) => Promise<ReaderAnswer>): void {
	answerTasks(async (task) => {
		try {
			return await work(task);
		} catch (error) {
			const message = reasonOf(error);
			if (message === undefined) throw error;
			return { answer: 'refused', message } satisfies ReaderAnswer;
		}
	});
}

function reasonOf(error: unknown): string | undefined {
	if (error instanceof DocumentError) return error.message;
	if (isTooDeep(error)) return 'is nested too deeply to be read';
	return isTooLong(error) ? 'needs more memory than a file may' : undefined;
}
