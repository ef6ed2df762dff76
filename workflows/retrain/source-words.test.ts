import type { SourceChanges } from './source-changes-contract';
import { allCounts, changesInWords, countsInWords } from './source-words';

const listed = { at: '2026-01-01T00:00:00Z', sources: 3 };
const changes = (more: Partial<SourceChanges>): SourceChanges => ({
	since: 'start',
	before: listed,
	after: listed,
	counts: { new: 0, gone: 0, changed: 0, failed: 0 },
	sources: [],
	notNamed: 0,
	unknown: null,
	...more,
});
const failed = { change: 'failed', id: 1, type: 'url', name: 'a', reason: 'The page has no text.' } as const;

test.each([
	[{}, 'No source changed.'],
	[{ since: 'joined' as const }, 'No source changed since the task joined the run.'],
	[{ counts: { new: 3, gone: 1, changed: 0, failed: 0 } }, 'Sources: 3 new, 1 gone.'],
	[
		{ counts: { new: 3, gone: 1, changed: 0, failed: 2 }, sources: [failed] },
		'Sources: 3 new, 1 gone, 2 failed, the first one because: The page has no text.',
	],
	[
		{ counts: null, unknown: { reason: 'too_long' as const, detail: 'The agent has 600 sources.' } },
		'What changed in the sources is unknown. The agent has 600 sources.',
	],
])('%j', (given, words) => {
	expect(changesInWords(changes(given))).toBe(words);
});

test('of several agents', () => {
	const rows = [{ sourceChanges: { new: 1, gone: 2, changed: 0, failed: 0 } }, { sourceChanges: null }, {}];
	const more = { sourceChanges: { new: 1, gone: 0, changed: 0, failed: 4 } };
	expect(countsInWords(allCounts([...rows, more]) ?? { new: 0, gone: 0, changed: 0, failed: 0 })).toBe(
		'2 new, 2 gone, 4 failed',
	);
	expect(allCounts([{ sourceChanges: null }, {}])).toBeNull();
});
