import { dueAt, joined } from '../../workflows/debounce/messages';
import { subjectKey } from './hook-service';

test.each([
	[{ agentId: 'agent_a' }, 'agent_a'],
	[{ agentId: 'agent_a', waitUntil: 'canChat' }, 'agent_a'],
	[{}, 'all'],
	[{ atOnce: 4 }, 'all'],
])('the subject of %j is %s', (input, key) => {
	expect(subjectKey(input)).toBe(key);
});

test('an odd id, a list of agents in any order, and a set have keys of their own that an id can hold', () => {
	const odd = ['a/b', '../x', 'ä'.repeat(200), 'a~b'].map((agentId) => subjectKey({ agentId }));
	const lists = [
		['b', 'a'],
		['a', 'b'],
	].map((agentIds) => subjectKey({ agentIds }));
	const sets = ['one', 'two'].map((set) => subjectKey({ agentId: 'agent_a', set }));
	expect(lists[0]).toBe(lists[1]);
	expect(new Set([...odd, ...lists, ...sets]).size).toBe(7);
	for (const key of [...odd, ...lists, ...sets]) expect(key).toMatch(/^~[\w-]{28}$/);
});

const messages = { count: 1, input: {}, quietMs: 10, longestDelayMs: 25, frozen: { keyVersion: 'k', settleMs: 1 } };

test('a run is due after the quiet time, and at the latest after the longest delay', () => {
	const first = { ...messages, firstAt: 100, lastAt: 100 };
	expect(dueAt(first)).toBe(110);
	const more = joined(first, { ...messages, firstAt: 108, lastAt: 109, input: { new: true } });
	expect(more).toMatchObject({ count: 2, firstAt: 100, lastAt: 109, input: { new: true } });
	expect(dueAt(more)).toBe(119);
	expect(dueAt(joined(more, { ...messages, firstAt: 118, lastAt: 118 }))).toBe(125);
});
