import { expect, test } from 'vitest';
import { isSelected, parseSelector } from './selector';
import { labelsSchema, selectorSchema } from './selector-contract';

const acme = { client: 'acme', region: 'eu', tier: '1' };

test.each([
	['client=acme', true],
	['client == acme', true],
	['client=other', false],
	['client!=acme', false],
	['client!=other', true],
	['owner!=acme', true],
	['region in (eu, us)', true],
	['region in(us)', false],
	['region notin (us,eu)', false],
	['owner notin (us,eu)', true],
	['client', true],
	['owner', false],
	['!owner', true],
	['! client', false],
	['client=acme,region in (eu,us),!internal', true],
	['client=acme,region=us', false],
	['tier=1', true],
	['toString', false],
])('%s', (text, expected) => {
	expect(selectorSchema.safeParse(text).success).toBe(true);
	expect(isSelected(parseSelector(text), acme)).toBe(expected);
});

test.each([
	'',
	' ',
	',',
	'client=',
	'=acme',
	'client=acme,',
	'a b',
	'client in (',
	'client in ()',
	'a=b=c',
	'(client)',
	'client in (a))',
	'-x',
])('"%s" is refused in words', (text) => {
	const { error } = selectorSchema.safeParse(text);
	expect(error?.issues[0]?.message).toMatch(/^is (empty|not a selector: ".*" is no label or value; the forms are)/);
	expect(() => parseSelector(text)).toThrow('is not a selector: ');
});

test('labels are compared in one form, and numbers of YAML are text', () => {
	const labels = labelsSchema.parse({ client: 'Mu\u0308ller', tier: 1, live: true });
	expect(labels).toEqual({ client: 'M\u00FCller', tier: '1', live: 'true' });
	expect(isSelected(parseSelector('client=Mu\u0308ller,tier=1'), labels)).toBe(true);
});

test.each([{ 'a b': 'c' }, { client: '' }, { client: 'a,b' }, { client: 'x'.repeat(64) }])(
	'%o are no labels',
	(labels) => {
		expect(labelsSchema.safeParse(labels).success).toBe(false);
	},
);
