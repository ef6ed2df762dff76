import { answerDocument } from './answer-document';
import { identifyDocument } from './identify-document';
import { identifyTaskSchema } from './reader-messages';

/** The thread that says what a file is; the libraries that read documents are not loaded for it. */
answerDocument(async (task) => {
	const { path, filename } = identifyTaskSchema.parse(task);
	return { answer: 'format', format: await identifyDocument(path, filename) };
});
