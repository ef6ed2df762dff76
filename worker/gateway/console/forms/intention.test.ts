import { Intention } from './intention';

function anIntention(): Intention {
	let count = 0;
	return new Intention(() => `key ${(count += 1)}`);
}

test('the same input has the same key until its outcome is known', () => {
	const intention = anIntention();
	expect(intention.isRepeat({ agentId: 'a' })).toBe(false);
	expect([intention.keyFor({ agentId: 'a' }), intention.keyFor({ agentId: 'a' })]).toEqual(['key 1', 'key 1']);
	expect([intention.isRepeat({ agentId: 'a' }), intention.isPending]).toEqual([true, true]);
	intention.end();
	expect([intention.isRepeat({ agentId: 'a' }), intention.isPending]).toEqual([false, false]);
	expect(intention.keyFor({ agentId: 'a' })).toBe('key 2');
});

test('another input is another intention', () => {
	const intention = anIntention();
	expect(intention.keyFor({ agentId: 'a' })).toBe('key 1');
	expect(intention.isRepeat({ agentId: 'b' })).toBe(false);
	expect(intention.keyFor({ agentId: 'b' })).toBe('key 2');
});
