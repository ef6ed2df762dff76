import { late } from '../../support/time/moments';
import { inOrder } from '../../../nodes/AgentKnowledge/actions/in-order';

/** Takes longer the earlier it is, and counts how many are under way. */
class Work {
	underWay = 0;
	most = 0;
	done = 0;

	constructor(private readonly count: number) {}

	async run(index: number): Promise<number> {
		this.underWay += 1;
		this.most = Math.max(this.most, this.underWay);
		await late(this.count - index);
		this.underWay -= 1;
		this.done += 1;
		return index;
	}
}

async function collect(results: AsyncIterable<number>): Promise<number[]> {
	const all: number[] = [];
	for await (const result of results) all.push(result);
	return all;
}

describe('inOrder', () => {
	it('gives results in their order, so many at once', async () => {
		const work = new Work(20);
		const all = await collect(inOrder(20, 5, (index) => work.run(index)));
		expect(all).toEqual(Array.from({ length: 20 }, (_, index) => index));
		expect(work.most).toBe(5);
	});

	it('handles items one after another if so configured, and does nothing without items', async () => {
		const work = new Work(4);
		expect(await collect(inOrder(4, 1, (index) => work.run(index)))).toEqual([0, 1, 2, 3]);
		expect(work.most).toBe(1);
		expect(await collect(inOrder(0, 5, (index) => work.run(index)))).toEqual([]);
	});

	it('lets what is under way end, and begins nothing more, when no more is wanted', async () => {
		const work = new Work(20);
		for await (const result of inOrder(20, 5, (index) => work.run(index))) if (result === 2) break;
		expect(work.underWay).toBe(0);
		expect(work.done).toBeLessThanOrEqual(8);
	});
});
