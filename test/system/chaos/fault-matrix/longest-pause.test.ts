import { longestPause } from './longest-pause';

it.each([
	['between two looks', [1_000, 3_000, 8_000, 9_000], 5_000],
	['before the first look', [6_000, 8_000, 9_000], 6_000],
	['since the last look, when the looks have stopped', [1_000, 3_000], 7_000],
	['of the whole time, without a look', [], 10_000],
	['since the last look before the time', [-4_000, -2_000, 4_000, 7_000, 9_000], 6_000],
	[
		'within the time alone, when earlier and later looks were late',
		[-9_000, -1_000, 2_000, 5_000, 9_000, 30_000],
		4_000,
	],
])('the longest pause %s counts', (_which, looks, pause) => {
	expect(longestPause(looks, 0, 10_000)).toBe(pause);
});
