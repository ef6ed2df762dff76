import { isDue } from './is-due';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
const rules = { recentMs: 7 * 24 * HOUR, openMs: 24 * HOUR, fullMs: 24 * HOUR, rereadAt: 0 };
const listed = { id: 'c', record: { state: 'open' }, hash: 'same' };

it.each([
	[24, 1, false],
	[24, 7, true],
	[1 / 12, 1 / 12, true],
	[2_400, 24, false],
])('asks for a conversation that was deleted %d h ago and looked for %d h ago: %s', (deleted, looked, expected) => {
	const known = {
		hash: 'same',
		outcome: 'deleted',
		readAt: NOW - looked * HOUR,
		changedAt: NOW - deleted * HOUR,
	} as const;
	expect(isDue(listed, known, { rules, kind: 'recent', now: NOW })).toBe(expected);
	expect(isDue({ ...listed, hash: 'other' }, known, { rules, kind: 'recent', now: NOW })).toBe(true);
});
