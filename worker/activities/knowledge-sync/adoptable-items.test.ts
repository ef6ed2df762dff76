import type { OwnedItem, ShownItem } from '../../../workflows/knowledge-sync/plan';
import { adoptableItems } from './adoptable-items';

const shown = (id: number, name: string, more: Partial<ShownItem> = {}): ShownItem => ({
	type: 'qa',
	id,
	name,
	body: 'digest',
	enabled: true,
	isFailed: false,
	isMedia: false,
	...more,
});
const owned = (id: number | null, key: string, more: Partial<OwnedItem> = {}): OwnedItem => ({
	key,
	type: 'qa',
	id,
	name: key,
	body: 'digest',
	enabled: null,
	shown: null,
	begun: null,
	replaced: [],
	at: '',
	...more,
});

function found(items: readonly ShownItem[], own: readonly OwnedItem[] = [], others: readonly OwnedItem[] = []) {
	const { adoptable, refused, ofOthers } = adoptableItems(items, own, others);
	return {
		keys: [...adoptable.values()].map(({ item, key }) => [item.id, key]),
		refused: refused.map(({ item, reason }) => `${item.id} ${reason.split(/[:,.]/)[0]}`),
		ofOthers,
	};
}

it('takes what nobody owns under new keys, and leaves what other sets own', () => {
	const text = shown(1, 'Hours', { type: 'text', enabled: null });
	expect(found([shown(2, 'b?'), shown(1, 'a?'), text], [], [owned(2, 'b')])).toEqual({
		keys: [
			[1, 'qa-1'],
			[1, 'text-1'],
		],
		refused: [],
		ofOthers: 1,
	});
});

it('keeps the keys of the set, and gives no other item one of them', () => {
	const own = [owned(3, 'qa-5'), owned(null, 'new', { begun: { name: 'c?', body: 'digest' } })];
	expect(found([shown(7, 'c?'), shown(5, 'b?'), shown(3, 'Renamed?')], own).keys).toEqual([
		[3, 'qa-5'],
		[7, 'new'],
		[5, 'qa-5-2'],
	]);
});

it('takes the own one of a double, else the oldest, and names the other', () => {
	expect(found([shown(3, 'A?'), shown(2, 'a? '), shown(1, 'a?')], [owned(2, 'mine')])).toEqual({
		keys: [[2, 'mine']],
		refused: ['1 is a double', '3 is a double'],
		ofOthers: 0,
	});
	expect(found([shown(3, 'a?'), shown(1, 'a?')])).toMatchObject({ keys: [[1, 'qa-1']], refused: ['3 is a double'] });
});

it('takes nothing that cannot be a row, or whose name another set claims', () => {
	const others = [owned(null, 'x', { begun: { name: 'Claimed?', body: '' } }), owned(9, 'y', { name: 'Newer?' })];
	const items = [
		shown(1, 'Picture?', { isMedia: true }),
		shown(2, 'prices.pdf', { type: 'file', body: null, enabled: null }),
		shown(3, 'https://www.example.com/', { type: 'page', isFailed: true, body: null, enabled: null }),
		shown(4, 'claimed?'),
		shown(5, 'newer?'),
	];
	expect(found(items, [], others)).toEqual({
		keys: [],
		refused: [
			'1 has images or video',
			'2 is a file',
			'3 could not be read by the service',
			'4 has the name of an item of another set',
			'5 has the name of an item of another set',
		],
		ofOthers: 0,
	});
});
