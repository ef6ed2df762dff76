import { WebhookPace } from './webhook-pace';

const HOOK = 'https://hooks.example/secret';

/** A pace of one message a second, with a clock that the test moves. */
function paced() {
	let now = 1_000_000;
	const pace = new WebhookPace(1_000, () => now);
	const until = (message: string, webhook = HOOK) => pace.untilTurn(webhook, message);
	return { pace, until, pass: (ms: number) => (now += ms) };
}

test('messages to one webhook are a second apart, and those to another are not delayed', () => {
	const { until } = paced();
	expect(['a', 'b', 'c'].map((message) => until(message))).toEqual([0, 1_000, 2_000]);
	expect(until('d', 'https://hooks.example/other')).toBe(0);
});

test('a message keeps its turn while it waits, and needs another one for its next attempt', () => {
	const { until, pass } = paced();
	until('a');
	expect([until('b'), until('c'), until('b')]).toEqual([1_000, 2_000, 1_000]);
	pass(1_000);
	expect([until('b'), until('b')]).toEqual([0, 2_000]);
});

test('after a pause that the webhook asked for, waiting messages are a second apart again', () => {
	const { pace, until, pass } = paced();
	until('a');
	until('b');
	until('c');
	pace.pause(HOOK, 30_000);
	expect([until('b'), until('c')]).toEqual([30_000, 31_000]);
	pass(30_000);
	expect([until('b'), until('c')]).toEqual([0, 1_000]);
});

test('missed turns do not make a burst', () => {
	const { until, pass } = paced();
	for (const message of ['a', 'b', 'c', 'd']) until(message);
	pass(60_000);
	expect(['b', 'c', 'd'].map((message) => until(message))).toEqual([0, 1_000, 2_000]);
});
