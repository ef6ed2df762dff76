import { brokenRules } from './broken-rules';

const RULES = ['spread-of-fields', 'spread-arguments'];

test.each([
	['export const made = { ...{ a, b }, c: 1 };', ['spread-of-fields']],
	['call(...([a, b.c] as const), d);', ['spread-arguments']],
	['export const made = { ...{ a: 1 }, b };', ['spread-of-fields']],
	["call(...['x', 'y']); export const made = { ...rest, b };", []],
])('%s breaks %j', (code, rules) => {
	const declared = 'declare const a: any, b: any, call: any, d: any, rest: any;';
	expect(brokenRules('named-values', RULES, `${declared}\n${code}`)).toEqual(rules);
});
