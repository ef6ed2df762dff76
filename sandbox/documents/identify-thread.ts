import { workerData } from 'node:worker_threads';
import { answerOnce } from './answer-once';
import { identifyDocument } from './identify-document';
import { identifyTaskSchema } from './reader-messages';

/** The thread that says what a file is; the libraries that read documents are not loaded for it. */
answerOnce(async () => {
	const { path, filename } = identifyTaskSchema.parse(workerData);
	return { answer: 'format', format: await identifyDocument(path, filename) };
});
