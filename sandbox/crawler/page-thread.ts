import { answerTasks } from '../threads/answer-tasks';
import { isTooDeep } from '../threads/too-deep';
import { cleanText } from '../knowledge/clean-text';
import { FetchError } from './fetch-error';
import { type PageAnswer, pageTaskSchema } from './page-messages';
import { readPage } from './read-page';

/** The thread that reads pages: some markup takes a library minutes, and the service answers meanwhile. */
answerTasks((task): PageAnswer => {
	try {
		const { title, text, ...page } = readPage(pageTaskSchema.parse(task));
		return { answer: 'page', ...page, title: cleanText(title), text: cleanText(text).trim() };
	} catch (error) {
		if (error instanceof FetchError) return { answer: 'refused', message: error.message };
		if (isTooDeep(error)) return { answer: 'refused', message: 'it is nested too deeply to be read' };
		throw error;
	}
});
