import { checkClock } from './check';

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
