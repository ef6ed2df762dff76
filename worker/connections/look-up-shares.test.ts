import type { LookUpResult } from '../../workflows/look-up/activities';
import { eventually } from '../../test/support/time/eventually';
import { Connections } from './connections';
import { LookUpShares } from './look-up-shares';

/** What was granted of so many calls, one every `everyMs` for ten minutes of a clock of its own. */
function granted(limit: number, callers: string[], everyMs: number): number {
	let now = 0;
	const shares = new LookUpShares('main', limit, () => now);
	let count = 0;
	for (; now < 600_000; now += everyMs)
		for (const caller of callers) {
			if (shares.waitMs(caller, 1) > 0) continue;
			shares.take(caller, 1);
			count += 1;
		}
	return count;
}

test.each([
	[60, 150 + 15],
	[600, 1_500 + 20],
	[6_000, 15_000 + 25],
])('of a limit of %d a minute, one caller gets a quarter, whatever it asks for', (limit, most) => {
	expect(granted(limit, ['reader'], 10)).toBeLessThanOrEqual(most);
	expect(granted(limit, ['reader'], 10)).toBeGreaterThan(most * 0.95);
});

test('all callers together get half', () => {
	const many = Array.from({ length: 20 }, (_, index) => `reader-${index}`);
	expect(granted(600, many, 10)).toBeLessThanOrEqual(3_000 + 40);
	expect(granted(600, many, 10)).toBeGreaterThan(2_850);
});

test('a check of five calls stays possible, however small the limit is', () => {
	const shares = new LookUpShares('main', 1, () => 0);
	shares.take('reader', 5);
	expect(shares.waitMs('reader', 5)).toBe(60_000);
});

test('a refusal says when to retry, and then it works', () => {
	let now = 0;
	const shares = new LookUpShares('main', 60, () => now);
	shares.take('reader', 15);
	expect(() => {
		shares.take('reader', 1);
	}).toThrow(expect.objectContaining({ status: 429, type: 'too_many_requests', retryAfterSeconds: 4 }) as Error);
	now += 4_000;
	shares.take('reader', 1);
});

/** A service with so many agents, whose every call is counted, and answered when the test says so. */
function service(agents: number) {
	const asked: number[] = [];
	const held: Array<() => void> = [];
	const connections = new Connections(
		{ main: { baseUrl: 'https://service.example', requestsPerMinute: 60 } },
		{
			ask: (_connection, question) => {
				const offset = question.read === 'agents' ? question.offset : 0;
				asked.push(offset);
				const length = Math.max(0, Math.min(100, agents - offset));
				const page = Array.from({ length }, (_, index) => ({ id: `a${offset + index}`, name: 'any' }));
				const answer: LookUpResult = { outcome: 'page', agents: page, more: offset + length < agents };
				return new Promise((resolve) => held.push(() => resolve(answer)));
			},
		},
	);
	const answerAll = () => {
		for (const answer of held.splice(0)) answer();
	};
	return { main: connections.get('main'), asked, answerAll };
}

test('a response that arrives after its entry was evicted is given to everyone who waits', async () => {
	const { main, answerAll } = service(0);
	const waiting = Array.from({ length: 150 }, (_, offset) => main.agents({ offset }));
	answerAll();
	const lists = await Promise.all(waiting);
	expect(lists).toHaveLength(150);
	for (const list of lists) expect(list.agents).toEqual([]);
});

test('fresh reads beyond the share come from the cache, and those that no cache has are refused', async () => {
	const { main, asked, answerAll } = service(1);
	const read = async (offset: number) => {
		const reading = main.agents({ fresh: true, offset, caller: 'reader' });
		answerAll();
		return reading;
	};
	for (let count = 0; count < 60; count += 1) expect((await read(0)).agents).toHaveLength(1);
	expect(asked).toHaveLength(15);
	await expect(read(7)).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) as number });
	// The start of a task may still read.
	const starting = main.agents({ fresh: true });
	answerAll();
	expect((await starting).agents).toHaveLength(1);
});

test('a long list ends where the share ends, and says where it continues', async () => {
	const { main, asked, answerAll } = service(10_000);
	main.takeShare('reader', 13);
	const reading = main.agents({ caller: 'reader' });
	let list: Awaited<typeof reading> | null = null;
	void reading.then((found) => (list = found));
	await eventually(
		() => {
			answerAll();
			return list;
		},
		(seen) => expect(seen).toMatchObject({ complete: false, nextOffset: 190 }),
		'each answered page lets the next request go',
	);
	expect(asked).toEqual([0, 90]);
});
