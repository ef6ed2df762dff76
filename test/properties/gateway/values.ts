import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from '../json-schema';

/** Ids and texts that no request should carry, and some that merely look so. */
export const STRANGE = [
	'',
	'.',
	'..',
	'../../..',
	'%2e%2e',
	'\ud83d',
	'\ude00x',
	'\u0000',
	"'; DROP TABLE tasks; --",
	"x' OR 'x' = 'x",
	'__proto__',
	'constructor',
	'two words',
	'a/b',
	'a?b#c',
	'50%',
	'🙂'.repeat(70),
	'x'.repeat(256),
	'x'.repeat(1_001),
	'x'.repeat(5_000),
	'é'.repeat(600),
];

const strings = fc.oneof(
	{ arbitrary: fc.constantFrom(...STRANGE), weight: 2 },
	fc.string(),
	fc.string({ unit: 'binary' }),
	fc.string({ unit: 'grapheme' }),
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, '', {}, []));

/** What a field of this name holds when it is right. */
export type Named = Readonly<Record<string, Arbitrary<unknown>>>;

/** Values for a schema: most of them nearly right, with values for the fields that are named. */
export function valuesFor(schema: JsonSchema, named: Named, name = ''): Arbitrary<unknown> {
	return fc.oneof({ arbitrary: rightFor(schema, named, name), weight: 30 }, { arbitrary: anything, weight: 1 });
}

function rightFor(schema: JsonSchema, named: Named, name: string): Arbitrary<unknown> {
	const known = named[name];
	if (known !== undefined && schema.properties === undefined)
		return fc.oneof({ arbitrary: known, weight: 12 }, { arbitrary: strings, weight: 1 });
	const options = schema.anyOf ?? schema.oneOf;
	if (options) return fc.oneof(...options.map((option) => valuesFor(option, named, name)));
	if ('const' in schema) return fc.constant(schema.const);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	switch (schema.type) {
		case 'object':
			return objectFor(schema, named);
		case 'array':
			return fc.array(schema.items ? valuesFor(schema.items, named, name) : anything, { maxLength: 5 });
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		case 'number':
		case 'integer':
			return numberFor(schema);
		default:
			return strings;
	}
}

function objectFor({ properties = {}, required = [] }: JsonSchema, named: Named): Arbitrary<unknown> {
	const fields = Object.fromEntries(
		Object.entries(properties).map(([name, field]) => [name, valuesFor(field, named, name)] as const),
	);
	const needed = Object.fromEntries(Object.entries(fields).filter(([name]) => required.includes(name)));
	return fc.oneof(
		{ arbitrary: fc.record(needed), weight: 4 },
		{ arbitrary: fc.record(fields, { requiredKeys: Object.keys(needed) }), weight: 3 },
		{ arbitrary: fc.record(fields, { requiredKeys: [] }), weight: 1 },
	);
}

function numberFor({ minimum = 0, maximum = minimum + 100 }: JsonSchema): Arbitrary<unknown> {
	const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
	return fc.oneof(
		{ arbitrary: fc.integer({ min: Math.min(min, max), max }), weight: 10 },
		{ arbitrary: fc.constantFrom(-1, 0, 0.5, 2 ** 31, 2 ** 53, 1e308, '5', '1e3', '0x10'), weight: 2 },
	);
}
