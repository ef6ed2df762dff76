import { onlyThese } from './only-these';

test.each([
	[['acme'], 'Only acme'],
	[['acme', 'acme2'], 'Only acme, acme2'],
	[['a', 'b', 'c'], 'Only 3 connections'],
	[[], 'No connection'],
])('of %j, the header says %s', (connections, words) => {
	expect(onlyThese(connections)).toBe(words);
});
