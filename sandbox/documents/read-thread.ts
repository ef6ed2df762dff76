import { answerDocument } from './answer-document';
import { readDocument } from './read-document';
import { readTaskSchema } from './reader-messages';

/** The thread that reads one document and ends: whatever a file does to a library, it does it here. */
answerDocument(async (task) => {
	const { path, format } = readTaskSchema.parse(task);
	return { answer: 'text', ...(await readDocument(path, format)) };
});
