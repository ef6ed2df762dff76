import { CHART, chartOf } from './chart';

const at = (place: number, count: number) => Array.from({ length: 60 }, (_, minute) => (minute === place ? count : 0));
const NONE = at(0, 0);

test('an hour without calls has no bars, a line inside the chart, and says so', () => {
	const { bars, limitY, text } = chartOf({ connection: 'main', requestsPerMinute: 60, calls: NONE, limited: NONE });
	expect(bars).toEqual([]);
	expect(limitY).toBeGreaterThan(0);
	expect(text).toBe('main: no calls in the last hour. The limit is 60 a minute.');
});

test('a bar is as high as its share of the limit', () => {
	const usage = { connection: 'main', requestsPerMinute: 60, calls: at(30, 30), limited: NONE };
	const { bars, limitY } = chartOf(usage);
	expect(bars).toHaveLength(1);
	const [bar] = bars;
	expect(bar?.x).toBe(CHART.width / 2);
	expect(bar?.height).toBeCloseTo((CHART.height - limitY) / 2);
	expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(CHART.height);
});

test('more calls than the limit lower its line, and refused calls stand at the top of their bar', () => {
	const usage = { connection: 'main', requestsPerMinute: 60, calls: at(59, 120), limited: at(59, 20) };
	const { bars, limitY, text } = chartOf(usage);
	expect(limitY).toBeGreaterThan(CHART.height / 2);
	const [all, refused] = bars;
	expect([all?.isLimited, refused?.isLimited]).toEqual([false, true]);
	expect(refused?.y).toBe(all?.y);
	expect(refused?.height).toBeLessThan(all?.height ?? 0);
	expect(text).toBe(
		'main: 120 calls in the last hour, at most 120 in one minute, 20 refused with 429. The limit is 60 a minute.',
	);
});

test('the load is one of a minute, and each bar says how many calls and when', () => {
	const calls = at(50, 36);
	calls[58] = 3;
	const { bars, load } = chartOf({ connection: 'main', requestsPerMinute: 60, calls, limited: NONE });
	expect(load).toBe('Busiest minute: 36 of 60 (60%). Last full minute: 3 of 60 (5%).');
	expect(bars.map(({ title }) => title)).toEqual(['36 calls, 9 minutes ago', '3 calls, 1 minute ago']);
});

test('a single call beside a limit of thousands can be seen', () => {
	const usage = { connection: 'main', requestsPerMinute: 30_000, calls: at(0, 1), limited: NONE };
	expect(chartOf(usage).bars[0]?.height).toBeGreaterThanOrEqual(1);
});
