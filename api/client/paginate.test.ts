import fc from 'fast-check';
import { readByAnchor, type ReadPage } from './paginate';
import { sendJson, startService, type Service } from './testing/service';

const collect = async (items: AsyncIterable<unknown>) => {
	const all: unknown[] = [];
	for await (const item of items) all.push(item);
	return all;
};

/** A newest-first list that changes before every page but the first; an edit is how many come in, and which go. */
interface Edit {
	inserted: number;
	/** Places in the list, in thousandths of its length. */
	removed: number[];
}

function changingList(size: number, edits: Edit[], pageSize: number) {
	let next = size;
	let list = Array.from({ length: size }, (_, index) => ({ id: size - 1 - index }));
	const gone = new Set<number>();
	let reads = 0;
	const readPage: ReadPage = ({ limit, offset }) => {
		const edit = reads === 0 ? undefined : edits[reads - 1];
		reads += 1;
		const places = new Set((edit?.removed ?? []).map((place) => Math.floor((place * list.length) / 1000)));
		for (const [place, { id }] of list.entries()) if (places.has(place)) gone.add(id);
		list = list.filter(({ id }) => !gone.has(id));
		for (let count = 0; count < (edit?.inserted ?? 0); count += 1) list.unshift({ id: next++ });
		const items = list.slice(offset, offset + Math.min(limit, pageSize));
		return Promise.resolve({ items, total: list.length, limit, offset });
	};
	return { readPage, gone };
}

const edit = fc.record({
	inserted: fc.integer({ min: 0, max: 250 }),
	removed: fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 150 }),
});

describe('reading a list that changes', () => {
	it('loses nothing that stays, and doubles nothing', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 600 }),
				fc.array(edit, { maxLength: 12 }),
				fc.constantFrom(100, 100, 50, 17),
				async (size, edits, pageSize) => {
					const { readPage, gone } = changingList(size, edits, pageSize);
					const ids = (await collect(readByAnchor(readPage))).map((item) => (item as { id: number }).id);
					expect(new Set(ids).size).toBe(ids.length);
					const read = new Set(ids);
					const lost = Array.from({ length: size }, (_, id) => id).filter((id) => !read.has(id) && !gone.has(id));
					expect(lost).toEqual([]);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('steps 90 forward, and 50 back when it knows nothing on a page', async () => {
		const offsets: number[] = [];
		const { readPage } = changingList(
			400,
			[{ inserted: 0, removed: Array.from({ length: 30 }, (_, index) => index * 2.5) }],
			100,
		);
		await collect(
			readByAnchor((page) => {
				offsets.push(page.offset);
				return readPage(page);
			}),
		);
		expect(offsets.slice(0, 4)).toEqual([0, 90, 40, 130]);
	});

	it('knows items without an id by their content', async () => {
		const items = [{ name: 'a' }, { name: 'b' }, { name: 'a' }];
		const readPage: ReadPage = () => Promise.resolve({ items, total: 3, limit: 100, offset: 0 });
		expect(await collect(readByAnchor(readPage))).toEqual([{ name: 'a' }, { name: 'b' }]);
	});
});

describe('paginate', () => {
	let service: Service | undefined;
	afterEach(() => service?.close());

	it('reads all pages of a list with the query it was given', async () => {
		const agents = Array.from({ length: 250 }, (_, index) => ({ id: `agent_${index}` }));
		service = await startService((response, _, { url }) => {
			const query = new URL(url, 'http://localhost').searchParams;
			const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
			sendJson(response, 200, { items: agents.slice(offset, offset + limit), total: 250, limit, offset });
		});
		const { client, received } = service;
		expect(await collect(client.paginate('listAgents'))).toEqual(agents);
		expect(received.map(({ url }) => url.split('?')[1])).toEqual([
			'limit=100&offset=0',
			'limit=100&offset=90',
			'limit=100&offset=180',
		]);
	});

	it('stops asking when the reader stops', async () => {
		service = await startService((response) =>
			sendJson(response, 200, { items: [{ id: 'a' }, { id: 'b' }], total: 500, limit: 100, offset: 0 }),
		);
		for await (const agent of service.client.paginate('listAgents')) {
			expect(agent.id).toBe('a');
			break;
		}
		expect(service.received).toHaveLength(1);
	});
});
