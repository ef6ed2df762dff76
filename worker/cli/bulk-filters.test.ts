import { hasBulkFilters, timeOf } from './bulk-filters';

test('a time may be counted back from now', () => {
	const ago = (text: string) => Math.round((Date.now() - Date.parse(timeOf(text))) / 60_000);
	expect([ago('30m'), ago('12h'), ago('7d')]).toEqual([30, 12 * 60, 7 * 24 * 60]);
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
