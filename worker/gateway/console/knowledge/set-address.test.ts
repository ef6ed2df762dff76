import { importLink, setId, setLink, setNamed } from './set-address';

vi.mock('../parts/panel', () => ({ panelLink: (name: string, id: string) => `#${name}=${encodeURIComponent(id)}` }));

const SET = { connection: 'main', agentId: 'agent/1 "é"', set: 'Questions & answers, 50 %' };

it('names a set of any name in an address', () => {
	const [, id = ''] = setLink(SET).split('=');
	expect(setNamed(decodeURIComponent(id))).toEqual(SET);
	expect(importLink(SET)).toBe(`#import=${id}`);
	expect(importLink()).toBe('#import=');
});

it.each(['', 'x', '{}', '["main"]', '["main", 1, "set"]'])('%j names no set', (id) => {
	expect(setNamed(id)).toBeNull();
	expect(setId(SET)).not.toBe(id);
});
