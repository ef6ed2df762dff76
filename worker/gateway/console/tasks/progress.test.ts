import { progressOf } from './progress';

const STARTED_AT = '2026-11-21T10:00:00Z';
const REPORTED_AT = '2026-11-21T10:01:00Z';

beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse(REPORTED_AT) });
});

afterEach(() => {
	vi.useRealTimers();
});

function progress(fields: object, at = REPORTED_AT) {
	return progressOf({ status: 'running', startedAt: STARTED_AT, progress: { message: 'It runs.', at, ...fields } });
}

test('the rest of the pages takes as long as those that are done, failed ones included', () => {
	expect(progress({ pagesTotal: 4, pagesCompleted: 1, pagesFailed: 1 })).toEqual({
		done: 2,
		total: 4,
		text: '2 of 4 pages, about 60 seconds left',
	});
});

test('items replace pages', () => {
	expect(progress({ itemsTotal: 1_200, itemsDone: 300, pagesTotal: 4 })?.text).toBe(
		'300 of 1,200, about 3 minutes left',
	);
});

test.each([
	['nothing is done yet', { pagesTotal: 4 }, REPORTED_AT, '0 of 4 pages'],
	['everything is done', { pagesTotal: 4, pagesCompleted: 4 }, REPORTED_AT, '4 of 4 pages'],
	['it began a moment ago', { pagesTotal: 4, pagesCompleted: 1 }, '2026-11-21T10:00:02Z', '1 of 4 pages'],
])('there is no estimate if %s', (_when, fields, at, text) => {
	expect(progress(fields, at)?.text).toBe(text);
});

test('a task without a total, or that has ended, has no progress', () => {
	expect(progress({})).toBeNull();
	expect(progressOf({ status: 'completed', startedAt: STARTED_AT, progress: null })).toBeNull();
});
