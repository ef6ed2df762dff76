import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../json-schema';

/** Strings that get far: ids that are there, addresses, dates. And strings that get nowhere, in every script. */
const telling = fc.constantFrom(
	'agent_support',
	'agent_sales',
	'1',
	'2',
	'What are your opening hours?',
	'email:1',
	'ada@client.example',
	'help@shop.example',
	'https://example.com/',
	'http://localhost/',
	'2026-01-31',
	'2026-02-31',
	'00',
	'\u0000',
	"'; DROP TABLE sources; --",
	'%',
	'__proto__',
	'🙂'.repeat(100),
	'x'.repeat(5000),
);
const strings = fc.oneof(telling, fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const numbers = fc.oneof(
	fc.integer({ min: -2, max: 120 }),
	fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1e308, 0.5),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anything = fc.jsonValue({ maxDepth: 3 });

/** Values for a schema of the contract: most of them nearly right. */
export function valuesFor(schema: z.ZodType): Arbitrary<unknown> {
	const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
	return arbitraryOf(jsonSchema.parse(described));
}

function arbitraryOf(schema: JsonSchema): Arbitrary<unknown> {
	return fc.oneof({ arbitrary: rightFor(schema), weight: 12 }, { arbitrary: anything, weight: 1 });
}

function rightFor(schema: JsonSchema): Arbitrary<unknown> {
	const options = schema.anyOf ?? schema.oneOf;
	if (options) return fc.oneof(...options.map(arbitraryOf));
	if ('const' in schema) return fc.constant(schema.const);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	switch (schema.type) {
		case 'object': {
			const fields = Object.entries(schema.properties ?? {}).map(
				([name, field]) => [name, arbitraryOf(field)] as const,
			);
			return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
		}
		case 'array':
			return fc.array(schema.items ? arbitraryOf(schema.items) : anything, { maxLength: 12 });
		case 'boolean':
			return fc.boolean();
		case 'number':
		case 'integer':
			return numbers;
		default:
			return strings;
	}
}
