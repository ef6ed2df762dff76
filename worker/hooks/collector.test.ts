import { late, now } from '../../test/support/time/moments';
import type { HookMessages } from '../../workflows/debounce/messages';
import { Collector } from './collector';

const message = (at: number): HookMessages => ({
	count: 1,
	firstAt: at,
	lastAt: at,
	input: { at },
	quietMs: 1_000,
	longestDelayMs: 5_000,
	frozen: { keyVersion: 'k1', settleMs: 1 },
});

test('ten thousand messages share few signals, and each waits until it is noted', async () => {
	const sent: HookMessages[] = [];
	let noted = 0;
	const apartMs = 20;
	const begun = now().getTime();
	const collector = new Collector<string>(async (_subject, messages) => {
		await late(5);
		sent.push(messages);
		noted += messages.count;
	}, apartMs);
	const all = Array.from({ length: 10_000 }, async (_, index) => {
		await late(index / 100);
		await collector.collect('a', 'a', message(index + 1));
		return noted;
	});
	const seen = await Promise.all(all);
	// However long they take to come: a stop makes it fewer. A timer of Node may end a millisecond early.
	expect(sent.length).toBeLessThan((now().getTime() - begun) / (apartMs - 1) + 2);
	expect(sent.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
	expect(Math.max(...sent.map(({ lastAt }) => lastAt))).toBe(10_000);
	// The first message was noted before its caller went on.
	expect(Math.min(...seen)).toBeGreaterThan(0);
});

test('subjects do not wait for each other', async () => {
	const sent: string[] = [];
	const collector = new Collector<string>((subject) => {
		sent.push(subject);
		return subject === 'slow' ? late(200) : Promise.resolve();
	}, 20);
	const slow = collector.collect('slow', 'slow', message(1));
	await collector.collect('quick', 'quick', message(1));
	await collector.collect('quick', 'quick', message(2));
	expect(sent).toEqual(['slow', 'quick', 'quick']);
	await slow;
});

test('a message that cannot be noted is refused, with those that share its signal, and the next one is sent', async () => {
	let fails = true;
	const counts: number[] = [];
	const collector = new Collector<string>((_subject, { count }) => {
		counts.push(count);
		return fails ? Promise.reject(new Error('Temporal is away.')) : Promise.resolve();
	}, 20);
	const both = await Promise.allSettled([
		collector.collect('a', 'a', message(1)),
		collector.collect('a', 'a', message(2)),
	]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	fails = false;
	await collector.collect('a', 'a', message(3));
	expect(counts).toEqual([2, 1]);
});
