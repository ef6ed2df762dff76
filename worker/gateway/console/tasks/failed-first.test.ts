import { failedFirst } from './failed-first';

const row = (agentId: string, status = 'completed') => ({ agentId, status, error: null });

it('puts rows of failed items first and keeps the order otherwise', () => {
	const rows = ['a', 'b', 'c', 'd'].map((id) => row(id));
	expect(failedFirst(rows, new Set(['d', 'b']))).toEqual(['b', 'd', 'a', 'c'].map((id) => row(id)));
});

it('finds a row by the name of its source, which stands after its type', () => {
	const rows = [
		{ type: 'url', name: 'https://shop.example/' },
		{ type: 'url', name: 'https://shop.example/gone' },
	];
	expect(failedFirst(rows, new Set(['https://shop.example/gone']))).toEqual(rows.toReversed());
});

it.each(['agentId', 'name', 'address'])(
	'matches only what names an item (%s), not a word of another field',
	(field) => {
		const rows = [
			{ [field]: 'good', status: 'indexed', type: 'text' },
			{ [field]: 'indexed', status: 'failed', type: 'text' },
		];
		expect(failedFirst(rows, new Set(['indexed']))).toEqual(rows.toReversed());
	},
);

it.each([[{ agentId: 'a' }], ['a'], [null], [['a', 'b']]])('leaves %j as it is', (value) => {
	expect(failedFirst(value, new Set(['b']))).toEqual(value);
});
