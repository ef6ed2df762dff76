import { ofOwn } from './choice';

test.each([
	['everybody', null, undefined, { ids: ['a'] }],
	['a client with one connection', ['acme'], undefined, { ids: ['a'], connection: 'acme' }],
	['a client with several, whose page shows one', ['acme', 'acme2'], 'acme2', { ids: ['a'], connection: 'acme2' }],
	['a client with several, who has to choose one', ['acme', 'acme2'], undefined, { ids: ['a'] }],
])('the rows of %s name a connection where they must', (_who, own, shown, rows) => {
	expect(ofOwn({ ids: ['a'] }, own, shown)).toEqual(rows);
});
