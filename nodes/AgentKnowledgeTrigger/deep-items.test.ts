import type { IDataObject } from 'n8n-workflow';
import { nextItems } from './next-items';
import { newestFirst } from './watch/newest-first';

const LEVELS = 20_000;

it('gives out an item that is nested deeper than JSON can be, and sees what comes after it', async () => {
	const list: Array<{ id: number; fields: unknown }> = [];
	const watch = newestFirst(() => Promise.resolve({ items: [...list], total: list.length, limit: 100 }));
	const data: IDataObject = {};
	await nextItems(data, 'a list', watch);
	// As it comes from the service: reading such JSON works, and writing it does not.
	list.unshift({ id: 1, fields: JSON.parse(`{"colour":"red","deep":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}`) });

	const items = await nextItems(data, 'a list', watch);
	expect(items).toMatchObject([{ id: 1, fields: { colour: 'red' } }]);
	expect(JSON.stringify(items)).toContain('[["(nested too deeply for JSON)"]]');
	list.unshift({ id: 2, fields: {} });
	expect((await nextItems(data, 'a list', watch)).map(({ id }) => id)).toEqual([2]);
});
