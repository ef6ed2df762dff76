import type { Page, ReadPage, Window } from '../generated/pages';
import type { Api } from './api';
import { ApiFailure } from './api-failure';
import { readWithoutIds } from './list-without-ids';
import type { Reply } from './operations';
import { rowOf } from './row';

type Answer = Reply<'listUnansweredQuestions'>;
type Question = Answer['items'][number];

/**
 * The questions of a period, in the order of the service. The specification shows no pages in the response, but says
 * that any list may have them (parts 2 and 4). So this asks for pages, and for all at once if the service refuses that.
 * @param most at most so many. Default: all
 */
export async function readQuestions(
	api: Api,
	{ agentId, period }: { agentId: string; period: string },
	most?: number,
): Promise<{ period: string; questions: Question[] }> {
	let shownPeriod = period;
	const ask = async (query: Partial<Window>) => {
		const answer = await api.call('listUnansweredQuestions', { params: { id: agentId }, query: { period, ...query } });
		shownPeriod = answer.period;
		return answer;
	};
	const questions = await readWithoutIds(pagesOrAll(ask), most);
	return { period: shownPeriod, questions };
}

function pagesOrAll(ask: (query: Partial<Window>) => Promise<Answer>): ReadPage<Question> {
	let all: Question[] | null = null;
	return async (window) => {
		if (all === null) {
			const page = await ask({ ...window }).then(pageOf, (error: unknown) => withoutPages(error, window));
			if (page !== null) return page;
			all = (await ask({})).items;
		}
		return { items: all.slice(window.offset, window.offset + window.limit), total: all.length };
	};
}

/**
 * Only a 400 or 422 at the first page can mean that the service refuses pages. Another cause fails again without them.
 * @throws the error, if it cannot mean that
 */
function withoutPages(error: unknown, { offset }: Window): null {
	const status = error instanceof ApiFailure ? error.fields.status : null;
	if (offset === 0 && (status === 400 || status === 422)) return null;
	throw error;
}

/** The specification shows no `total`. It counts if the service sends one. */
function pageOf(answer: Answer): Page<Question> {
	const { total } = rowOf(answer);
	return { items: answer.items, total: typeof total === 'number' ? total : Number.NaN };
}
