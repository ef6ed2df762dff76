import type { Source } from '../../../api';
import { compareSources, listedSource } from './compare-sources';

const source = (id: number, more: Partial<Source> = {}): Source => ({
	id,
	agentId: 'a',
	type: 'url',
	name: `https://shop.example/${id}`,
	status: 'indexed',
	sizeBytes: 100,
	wordCount: 20,
	errorMessage: null,
	createdAt: '2026-01-01T00:00:00Z',
	...more,
});

const compared = (before: Source[], after: Source[], named = 10) =>
	compareSources(before.map(listedSource), after.map(listedSource), named);

test.each<[string, Source[], Source[], object]>([
	['nothing', [source(1)], [source(1)], {}],
	['a new source', [source(1)], [source(1), source(2)], { new: 1 }],
	['a source that is gone', [source(1), source(2)], [source(1)], { gone: 1 }],
	['another size', [source(1)], [source(1, { sizeBytes: 101 })], { changed: 1 }],
	['other words', [source(1)], [source(1, { wordCount: 21 })], { changed: 1 }],
	['another name', [source(1)], [source(1, { name: 'About us' })], { changed: 1 }],
	["the service's own digest", [source(1, { contentHash: 'a' })], [source(1, { contentHash: 'b' })], { changed: 1 }],
	['only times', [source(1, { updatedAt: '1' })], [source(1, { updatedAt: '2', indexedAt: '3' })], {}],
	['a new failure', [source(1)], [source(1, { status: 'failed', errorMessage: '404' })], { failed: 1 }],
	['a new source that failed', [], [source(1, { status: 'failed' })], { failed: 1 }],
	['a failure that is mended', [source(1, { status: 'failed' })], [source(1)], { changed: 1 }],
	['a page with a new id', [source(1)], [source(9, { name: source(1).name })], {}],
	['a changed page with a new id', [source(1)], [source(9, { name: source(1).name, sizeBytes: 5 })], { changed: 1 }],
	['a source that two pages show', [source(1), source(1)], [source(1), source(1)], {}],
	['a name of two types', [source(1)], [source(2, { type: 'text', name: source(1).name })], { new: 1, gone: 1 }],
])('%s', (_what, before, after, changes) => {
	expect(compared(before, after).counts).toEqual({ new: 0, gone: 0, changed: 0, failed: 0, ...changes });
});

test('names the failed ones first, with their reasons, and no more than wanted', () => {
	const long = 'x'.repeat(1_000);
	const failed = source(3, { status: 'failed', errorMessage: long, name: long });
	const found = compared([source(1)], [source(2), failed], 2);
	expect(found).toMatchObject({ counts: { new: 1, gone: 1, failed: 1 }, listed: { before: 1, after: 2 } });
	expect(found.sources).toEqual([
		{ change: 'failed', id: 3, type: 'url', name: 'x'.repeat(200), reason: 'x'.repeat(300) },
		{ change: 'new', id: 2, type: 'url', name: 'https://shop.example/2', reason: null },
	]);
});
