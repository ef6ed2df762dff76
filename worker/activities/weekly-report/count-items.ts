import { createHash } from 'node:crypto';
import { type ApiClient, identityOf, LIMITS, offsetAfter, type Page, type Window } from '../../../api';
import type {
	CountedList,
	CountItems,
	ItemsCounted,
	SourcesCounted,
	Weeks,
} from '../../../workflows/weekly-report/activities';
import { areAllBefore, startOf } from '../../storage/conversation-files/shown-conversation';
import { MOST_NAMED, newestQuotes, type Quote } from '../../../workflows/weekly-report/quotes';
import { apiFailure } from '../task/failure';
import { readListPage } from '../task/list-page';
import { dayAfter } from '../../../api/calendar-days';
import { failedSource } from './failed-source';
import { quoteQuestion } from './quote-question';

type Item = Record<string, unknown>;

/** Calls of one page, and what it has. */
interface PageOf {
	page: Page<Item>;
	calls: number;
}

/** Counts the items of a page in either week, by their own times. @throws a typed failure, see `apiFailure` */
export async function countItems(api: ApiClient, request: CountItems, signal: AbortSignal): Promise<ItemsCounted> {
	const { list, weeks, known, offset, mayQuote = false } = request;
	const read = await readPage(offset, (window) => LISTS[list](api, request, window, signal));
	const fresh = freshOf(read, known);
	const [before, from, until] = [weeks.before, weeks.from, weeks.until].map(Date.parse) as [number, number, number];
	const times = fresh.map((item) => timeOf(list, item));
	const among = (start: number, end: number) => times.filter((time) => time !== null && time >= start && time < end);
	const isPast = endsBefore(list, fresh, times, before);
	return {
		...placeOf(read, offset, fresh, isPast),
		now: among(from, until).length,
		before: among(before, from).length,
		undated: times.filter((time) => time === null).length,
		...(mayQuote && { quotes: quotesOf(fresh, times, from, until) }),
	};
}

/** Those of the week. They are masked here, so that no address of a visitor enters a history. */
function quotesOf(items: readonly Item[], times: ReadonlyArray<number | null>, from: number, until: number): Quote[] {
	const quotes = items.flatMap(({ content }, index): Quote[] => {
		const at = times[index] ?? null;
		if (at === null || at < from || at >= until || typeof content !== 'string') return [];
		const text = quoteQuestion(content);
		return text === '' ? [] : [{ text, at }];
	});
	return newestQuotes(quotes);
}

/** The sources of a page that failed. */
export async function countFailedSources(
	api: ApiClient,
	{ agentId, offset, known }: Pick<CountItems, 'agentId' | 'offset' | 'known'>,
	signal: AbortSignal,
): Promise<SourcesCounted> {
	const params = { id: agentId };
	const read = await readPage(offset, (query) => api.call('listSources', { params, query, signal }));
	const fresh = freshOf(read, known);
	const failed = fresh.filter(({ status }) => status === 'failed');
	return {
		...placeOf(read, offset, fresh, false),
		failed: failed.length,
		named: failed.slice(0, MOST_NAMED).map(failedSource),
	};
}

async function readPage(offset: number, read: (window: Window) => Promise<Page<Item>>): Promise<PageOf> {
	let calls = 0;
	const counted = (window: Window) => {
		calls += 1;
		return read(window);
	};
	try {
		const page = await readListPage(counted, { limit: LIMITS.pageSize, offset });
		return { page, calls };
	} catch (error) {
		throw apiFailure(error);
	}
}

/** One page of each list. A day on either side covers services whose days are those of another zone. */
const LISTS: Record<
	CountedList,
	(api: ApiClient, request: CountItems, window: Window, signal: AbortSignal) => Promise<Page<Item>>
> = {
	leads: (api, { agentId, weeks }, window, signal) => {
		const query = { ...daysAround(weeks), ...window };
		return api.call('listLeads', { params: { id: agentId }, query, signal });
	},
	conversations: (api, { agentId }, window, signal) =>
		api.call('listConversations', { params: { id: agentId }, query: window, signal }),
	questions: async (api, { agentId }, window, signal) => {
		const query = { period: '30d' as const, ...window };
		const { items } = await api.call('listUnansweredQuestions', { params: { id: agentId }, query, signal });
		// The reply shows no total, so only a page without anything new shows the end.
		const total = window.offset + items.length + (items.length === 0 ? 0 : 1);
		return { items, total };
	},
};

function daysAround({ before, until }: Weeks): { startDate: string; endDate: string } {
	return { startDate: dayAfter(before.slice(0, 10), -1), endDate: dayAfter(until.slice(0, 10), 1) };
}

function timeOf(list: CountedList, item: Item): number | null {
	if (list === 'conversations') return startOf(item);
	const time = Date.parse(String(list === 'leads' ? item['capturedAt'] : item['createdAt']));
	return Number.isNaN(time) ? null : time;
}

/** Whether all that follows is older than both weeks. Leads are listed by days already. */
function endsBefore(list: CountedList, fresh: readonly Item[], times: ReadonlyArray<number | null>, before: number) {
	if (list === 'leads') return false;
	if (list === 'conversations') return areAllBefore(fresh, before);
	return times.length > 1 && isNewestFirst(times) && times.every((time) => time !== null && time < before);
}

/** The specification names no order of unanswered questions. */
function isNewestFirst(times: ReadonlyArray<number | null>): boolean {
	const known = times.map((time) => time ?? Number.NaN);
	const falls = known.every((time, index) => index === 0 || time <= (known[index - 1] ?? Number.NaN));
	return falls && (known.at(-1) ?? 0) < (known[0] ?? 0);
}

function freshOf({ page }: PageOf, known: readonly string[]): Item[] {
	const before = new Set(known);
	return page.items.filter((item) => !before.has(markOf(item)));
}

function placeOf({ page, calls }: PageOf, offset: number, fresh: readonly Item[], isPast: boolean) {
	const { items, total } = page;
	const marks = items.map(markOf);
	const ended = isPast || fresh.length === 0 || offset + items.length >= total;
	const nextOffset = offsetAfter(offset, items.length);
	return { total, nextOffset, ended, pages: calls, pagesAtOnce: 1, first: marks, last: marks };
}

const MARK_LENGTH = 12;

/** A short mark of an item, so that its words never enter a history. */
function markOf(item: Item): string {
	return createHash('sha256').update(identityOf(item)).digest('base64url').slice(0, MARK_LENGTH);
}
