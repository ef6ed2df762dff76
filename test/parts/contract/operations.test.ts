import { inspect } from 'node:util';
import { operations, SCOPES, type Operation } from '../../../api';
import { BODIES } from './bodies';
import { ENDPOINTS, PATH_PARAMETERS, QUERY, SCOPE_NAMES } from './specification';

const table = Object.entries<Operation>(operations);
const keyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

describe('the table of operations', () => {
	it('has the rows of the specification, and no other', () => {
		const rows = table.map(([, { method, path, scope, summary }]) => [method, path, scope, summary.toLowerCase()]);
		const expected = ENDPOINTS.map(([method, path, scope, purpose]) => [method, path, scope, purpose.toLowerCase()]);
		expect(rows.sort()).toEqual(expected.sort());
	});

	it('knows the scopes of the specification, and uses each', () => {
		expect([...SCOPES].sort()).toEqual([...SCOPE_NAMES].sort());
		const used = new Set(table.flatMap(([, { scope }]) => scope ?? []));
		expect([...used].sort()).toEqual([...SCOPE_NAMES].sort());
	});

	it.each(table)('%s takes the path parameters its path names, each of its kind', (_, { path, params }) => {
		const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]));
		expect(Object.keys(params?.shape ?? {}).sort()).toEqual(names.sort());
		const given = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
		const integers = names.filter((name) => PATH_PARAMETERS[name] === 'integer');
		expect(names.every((name) => name in PATH_PARAMETERS)).toBe(true);
		expect(params?.safeParse(given('7')).success ?? true).toBe(true);
		expect(
			params?.safeParse({ ...given('7'), ...Object.fromEntries(integers.map((name) => [name, 'x7'])) }).success ?? true,
		).toBe(integers.length === 0);
		expect(params?.safeParse(given('')).success ?? false).toBe(false);
	});
});

describe('query parameters', () => {
	it('are stated for endpoints of the table only', () => {
		expect(table.map(([, operation]) => keyOf(operation))).toEqual(expect.arrayContaining(Object.keys(QUERY)));
	});

	it.each(table)('%s takes those of the specification, and no other', (_, operation) => {
		expect(Object.keys(operation.query?.shape ?? {}).sort()).toEqual(Object.keys(QUERY[keyOf(operation)] ?? {}).sort());
		expect(operation.query?.safeParse({ unheardOf: 'x' }).success ?? false).toBe(false);
	});

	const parameters = table.flatMap(([id, operation]) =>
		Object.entries(QUERY[keyOf(operation)] ?? {}).map(([name, parameter]) => ({ id, operation, name, parameter })),
	);

	it.each(parameters)('$id: $name takes what the specification allows', ({ operation, name, parameter }) => {
		const taken = (value: unknown) => operation.query?.partial().safeParse({ [name]: value }).success;
		for (const value of parameter.takes) expect([value, taken(value)]).toEqual([value, true]);
		for (const value of parameter.refuses) expect([value, taken(value)]).toEqual([value, false]);
		const missing = operation.query?.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? [];
		expect(missing.includes(name)).toBe(parameter.required === true);
	});
});

describe('bodies', () => {
	it('are JSON where the specification has fields, one upload, and nothing else', () => {
		const json = table.filter(([, { body }]) => body?.kind === 'json').map(([, operation]) => keyOf(operation));
		expect(json.sort()).toEqual(Object.keys(BODIES).sort());
		const uploads = table.filter(([, { body }]) => body?.kind === 'multipart');
		expect(uploads.map(([id, { body }]) => [id, body])).toEqual([
			['uploadSourceFile', { kind: 'multipart', field: 'file' }],
		]);
	});

	const samples = table.flatMap(([id, operation]) => {
		const { body } = operation;
		const { takes = [], refuses = [] } = BODIES[keyOf(operation)] ?? {};
		return body?.kind === 'json' ? [{ id, schema: body.schema, takes, refuses }] : [];
	});

	it.each(samples)('$id takes what the specification allows', ({ schema, takes, refuses }) => {
		for (const body of takes) expect(schema.safeParse(body)).toMatchObject({ success: true, data: body });
		for (const body of refuses) expect([short(body), schema.safeParse(body).success]).toEqual([short(body), false]);
	});
});

/** Keeps a megabyte out of a failure's message. */
function short(body: unknown): string {
	return inspect(body).slice(0, 200);
}
