import { type Check, checkClock, checksText, fail, ok } from './check';

const NOW = Date.UTC(2026, 0, 1);

test.each([
	[0, 'ok', 'within 1 s'],
	[29_000, 'ok', 'within 29 s'],
	[-31_000, 'warn', '31 s ahead of'],
	[240_000, 'fail', '240 s behind'],
] as const)('a clock that is off by %i ms is %s', (offBy, status, words) => {
	const check = checkClock('clock', 'the service', NOW + offBy, NOW);
	expect(check).toMatchObject({ name: 'clock', status, detail: expect.stringContaining(words) as string });
	expect(check.todo === null).toBe(status === 'ok');
});

describe('the findings', () => {
	const detail = 'No worker polls it, so its tasks do not continue until one does.';
	const checks: Check[] = [ok('temporal', 'It answers.'), fail('queue api:main (calls)', detail, 'Start a worker.')];
	const screen = (columns: number) => ({ columns, hasColours: false, timeZone: 'UTC' });
	const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

	test('stand in one line each where no person looks', () => {
		expect(checksText(checks, null)).toBe(
			[
				'ok    temporal                It answers.',
				`fail  queue api:main (calls)  ${detail}`,
				`${' '.repeat(30)}Start a worker.`,
				'',
				'1 ok, 0 warn, 1 fail',
			].join('\n'),
		);
	});

	test.each([40, 60, 80, 200])('fit into a screen of %i columns', (columns) => {
		const text = checksText(checks, screen(columns));
		expect(longest(text)).toBeLessThanOrEqual(columns);
		expect(text.replaceAll(/\s+/g, ' ')).toContain(detail);
	});

	test('stand below the names on a narrow screen', () => {
		expect(checksText(checks, screen(50)).split('\n').slice(0, 2)).toEqual(['ok    temporal', '      It answers.']);
	});
});
