import { workerData } from 'node:worker_threads';
import { answerOnce } from './answer-once';
import { readDocument } from './read-document';
import { readTaskSchema } from './reader-messages';

/** The thread that reads one document and ends: whatever a file does to a library, it does it here. */
answerOnce(async () => {
	const { path, format } = readTaskSchema.parse(workerData);
	return { answer: 'text', ...(await readDocument(path, format)) };
});
