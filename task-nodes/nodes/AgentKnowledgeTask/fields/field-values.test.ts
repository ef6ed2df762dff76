import { asChoice, asCount, asDay, asFlag, asList, asRecords, asRows, asSeconds, asText } from './field-values';

const lasting = (amount: unknown, unit: unknown) => ({ duration: { amount, unit } });

describe('a duration', () => {
	it.each([
		[lasting(2, 'seconds'), 2],
		[lasting(1.5, 'minutes'), 90],
		[lasting('2', 'hours'), 7_200],
		[lasting(7, 'days'), 604_800],
		[lasting(0.1, 'seconds'), 1],
	])('%j has %i seconds', (value, seconds) => {
		expect(asSeconds(value)).toBe(seconds);
	});

	it.each([
		[lasting(0, 'hours'), /more than 0/],
		[lasting('soon', 'hours'), /more than 0, but is "soon"/],
		[lasting(1, 'weeks'), /must have a unit \(seconds, minutes, hours, days\), but it is "weeks"/],
		[lasting(1, 'toString'), /must have a unit/],
		[90, /more than 0, but is empty/],
	])('%j is refused', (value, message) => {
		expect(() => asSeconds(value)).toThrow(message);
	});
});

describe('a day', () => {
	it.each([
		['2026-01-31', '2026-01-31'],
		['2026-01-31T00:00:00', '2026-01-31'],
		['2026-01-31T23:30:00.000+02:00', '2026-01-31'],
		[{ toISO: () => '2026-01-31T10:00:00.000Z' }, '2026-01-31'],
		[new Date('2026-01-31T10:00:00Z'), '2026-01-31'],
	])('%j is %s', (value, day) => {
		expect(asDay(value)).toBe(day);
	});

	it.each(['yesterday', '2026-13-01', '31.1.2026', 20_260_131])('%j is refused', (value) => {
		expect(() => asDay(value)).toThrow(/must be a date such as 2026-01-31/);
	});
});

it('lists come from a text with commas, or from a list', () => {
	expect(asList(' a, b ,,')).toEqual(['a', 'b']);
	expect(asList(['a', 7, ''])).toEqual(['a', '7']);
	expect(asList('')).toEqual([]);
	expect(() => asList([{}])).toThrow(/must be text/);
});

it('rows come from a collection, or from a list', () => {
	expect(asRows({ source: [{ type: 'url' }] }, 'source')).toEqual([{ type: 'url' }]);
	expect(asRows([{ type: 'url' }], 'source')).toEqual([{ type: 'url' }]);
	expect(asRows({}, 'source')).toEqual([]);
	expect(() => asRows('none', 'source')).toThrow(/must have rows/);
});

it('records come from JSON, or from a list', () => {
	expect(asRecords('[{ "a": 1 }]')).toEqual([{ a: 1 }]);
	expect(asRecords([{ a: 1 }])).toEqual([{ a: 1 }]);
	for (const wrong of ['{', '{}', '[1]', '']) expect(() => asRecords(wrong)).toThrow(/must be a list of objects/);
});

it.each<[() => unknown, RegExp]>([
	[() => asText('  '), /is empty/],
	[() => asText({}), /must be text/],
	[() => asFlag('yes'), /must be true or false, but is "yes"/],
	[() => asChoice('c', ['a', 'b']), /must be one of a, b, but is "c"/],
	[() => asCount(0, 1), /positive whole number, but is "0"/],
	[() => asCount(1.5, 0), /must be a whole number/],
])('%s is refused', (read, message) => {
	expect(read).toThrow(message);
});
