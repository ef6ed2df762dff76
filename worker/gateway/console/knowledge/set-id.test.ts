import { setId, setNamed } from './set-id';

const SET = { connection: 'main', agentId: 'agent/1 "é"', set: 'Questions & answers, 50 %' };

it('stands for a set of any name', () => {
	expect(setNamed(setId(SET))).toEqual(SET);
});

it.each(['', 'x', '7', '{}', '["main"]', '["main", 1, "set"]'])('%j names no set', (id) => {
	expect(setNamed(id)).toBeNull();
});
