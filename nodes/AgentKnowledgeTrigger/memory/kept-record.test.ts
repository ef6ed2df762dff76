import type { IDataObject } from 'n8n-workflow';
import { changedFields, keptRecord } from './kept-record';
import { fieldsOf, markOf } from './record-fields';

const none = () => false;
const kept = (record: IDataObject) => keptRecord(record, fieldsOf(record, none));
const changed = (before: IDataObject, after: IDataObject) =>
	changedFields(kept(before), fieldsOf(after, none), none).map(({ name }) => name);
const mark = (record: IDataObject) => markOf(fieldsOf(record, none));
const TEXT = 'I ordered two umbrellas, and only one of them has arrived so far.';

it.each<[string, IDataObject, IDataObject]>([
	[
		'another order of keys',
		{ id: 1, visitor: { name: 'Ada', city: 'Bergen' } },
		{ visitor: { city: 'Bergen', name: 'Ada' }, id: 1 },
	],
	['null for a missing field', { id: 1, settledAt: null, visitor: { name: null } }, { id: 1 }],
	['an empty object for a missing one', { id: 1, visitor: {} }, { id: 1, visitor: null }],
	['an empty array for a missing one in an array', { parts: [{ a: 1, files: [], by: {} }] }, { parts: [{ a: 1 }] }],
	[
		'null in an object that is one value',
		{ a: { b: { c: { d: { e: 1, f: null } } } } },
		{ a: { b: { c: { d: { e: 1 } } } } },
	],
	['keys in an array in another order', { tags: [{ a: 1, b: 2 }] }, { tags: [{ b: 2, a: 1 }] }],
])('sees no change in %s', (_, before, after) => {
	expect(mark(before)).toBe(mark(after));
	expect(changed(before, after)).toEqual([]);
});

it.each<[string, IDataObject, IDataObject, string[]]>([
	['a value', { state: 'open', id: 1 }, { state: 'resolved', id: 1 }, ['state']],
	[
		'a value in an object',
		{ visitor: { name: 'Ada', city: 'Oslo' } },
		{ visitor: { name: 'Ada', city: 'Bergen' } },
		['visitor.city'],
	],
	['a field that came', { id: 1 }, { id: 1, settledAt: '2026-11-26T10:00:00Z' }, ['settledAt']],
	['a field that went', { id: 1, rating: 5 }, { id: 1 }, ['rating']],
	['an array', { tags: ['a'] }, { tags: ['a', 'b'] }, ['tags']],
	['a long text', { last: TEXT }, { last: `${TEXT} Where is it?` }, ['last']],
	['a lone surrogate', { name: '\uD800' }, { name: '\uD801' }, ['name']],
	[
		'a field of any name',
		Object.fromEntries([['__proto__', 1]]),
		Object.fromEntries([['__proto__', 2]]),
		['__proto__'],
	],
	['an object that was a value', { visitor: 'Ada' }, { visitor: { name: 'Ada' } }, ['visitor', 'visitor.name']],
])('names %s', (_, before, after, names) => {
	expect(mark(before)).not.toBe(mark(after));
	expect(changed(before, after)).toEqual(names);
});

it('keeps short values at their places, and of texts only a hash', () => {
	expect(kept({ id: 'c1', last: TEXT, visitor: { name: 'Ada', note: TEXT }, settledAt: null })).toEqual({
		values: { id: 'c1', visitor: { name: 'Ada' } },
		hashes: [
			['last', expect.stringMatching(/^[\w-]{8}$/) as string],
			['visitor.note', expect.stringMatching(/^[\w-]{8}$/) as string],
		],
	});
});

it('stays small, keeps the shortest, and sees by the hash what it did not keep', () => {
	const record = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 'x'.repeat(index)]));
	const big = { ...record, text: 'x'.repeat(5_000_000), state: 'open' };
	const part = kept(big);
	expect(JSON.stringify(part).length).toBeLessThan(700);
	expect(part).toMatchObject({ values: { state: 'open' }, isPart: true });
	expect(changed(big, { ...big, state: 'resolved' })).toEqual(['state']);
	expect(changed(big, { ...big, field499: 'y' })).toEqual([]);
	expect(mark(big)).not.toBe(mark({ ...big, field499: 'y' }));
});
