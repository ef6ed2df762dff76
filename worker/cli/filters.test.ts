import { hasBulkFilters, timeOf } from './filters';

test('a time may be counted back from now', () => {
	vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 6) });
	const times = ['30m', '12h', '7d'].map(timeOf);
	vi.useRealTimers();
	expect(times.map((time) => Date.parse(time))).toEqual([
		Date.UTC(2026, 10, 20, 5, 30),
		Date.UTC(2026, 10, 19, 18),
		Date.UTC(2026, 10, 13, 6),
	]);
	expect(timeOf('2026-11-20')).toBe('2026-11-20T00:00:00Z');
	expect(timeOf('2026-11-20T06:00:00Z')).toBe('2026-11-20T06:00:00Z');
	for (const wrong of ['1w', 'd', '', '-1d', 'yesterday'])
		expect(() => timeOf(wrong)).toThrow(/such as 30m, 12h or 7d/);
});

test('options that name no row are no filter', () => {
	expect(hasBulkFilters({})).toBe(false);
	expect(hasBulkFilters({ all: true })).toBe(true);
	expect(hasBulkFilters({ status: 'failed' })).toBe(true);
});
