import fc, { type Arbitrary } from 'fast-check';
import { type Operation, type OperationId, operations } from '../../../api';
import { valuesFor } from './values';

export interface AnyRequest {
	/** Of the contract; null for an address that is none of its. */
	operation: OperationId | null;
	method: string;
	/** Below /api/v1, with the query. */
	path: string;
	contentType: string | null;
	body: string | null;
}

const contentTypes = fc.oneof(
	{ arbitrary: fc.constant('application/json'), weight: 20 },
	{
		arbitrary: fc.constantFrom(
			null,
			'text/plain',
			'application/xml',
			'multipart/form-data',
			'multipart/form-data; boundary=b',
			'x',
		),
		weight: 1,
	},
);
const brokenBodies = fc.constantFrom(
	'',
	'{',
	'{"a":',
	'null',
	'[]',
	'"x"',
	'\u0000',
	'{"__proto__":{"x":1}}',
	'--b\r\n',
	'--b--',
);
const forms = fc
	.tuple(
		fc.constantFrom('a.txt', 'a.json', 'a.exe', 'a', '../a.csv', 'ü.md'),
		fc.string(),
		fc.constantFrom('file', 'other'),
	)
	.map(
		([name, content, field]) =>
			`--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${content}\r\n--b--\r\n`,
	);

/** Requests to one operation, most of them nearly right. */
function requestsTo(id: OperationId): Arbitrary<AnyRequest> {
	const operation: Operation = operations[id];
	const body: Arbitrary<Pick<AnyRequest, 'body' | 'contentType'>> =
		operation.body === null
			? fc.constant({ body: null, contentType: null })
			: operation.body.kind === 'multipart'
				? fc.record({
						body: forms,
						contentType: fc.constantFrom('multipart/form-data; boundary=b', 'multipart/form-data; boundary=c'),
					})
				: fc.record({
						body: fc.oneof(
							{ arbitrary: valuesFor(operation.body.schema).map((value) => JSON.stringify(value)), weight: 10 },
							{ arbitrary: brokenBodies, weight: 1 },
						),
						contentType: contentTypes,
					});
	const params = operation.params ? valuesFor(operation.params) : fc.constant({});
	const query = operation.query ? valuesFor(operation.query) : fc.constant({});
	return fc.record({ params, query, rest: body }).map(({ params: given, query: asked, rest }) => ({
		operation: id,
		method: operation.method,
		path: `${fill(operation.path, given)}${search(asked)}`,
		...rest,
	}));
}

const strangers: Arbitrary<AnyRequest> = fc.record({
	operation: fc.constant(null),
	method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
	path: fc.oneof(
		fc.webPath().map((path) => `/${path}`),
		fc.constantFrom(
			'/agents/%zz',
			'/agents//sources',
			'/agents/%00',
			'/agents/..%2f..',
			'/agents?limit=1&limit=2',
			'/conversations/%F0%9F',
		),
	),
	contentType: fc.constant(null),
	body: fc.constant(null),
});

const operationIds = Object.keys(operations) as OperationId[];

/** Requests over all operations of the contract, and some to addresses that are none. */
export const anyRequests: Arbitrary<AnyRequest> = fc.oneof(...operationIds.map(requestsTo), strangers);

/** Half of the time the parameter that was made up, else one that is there. */
function fill(pattern: string, params: unknown): string {
	return pattern.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
		const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
		if (value === undefined) return name === 'id' ? 'agent_support' : '1';
		// Not String(value): an arbitrary object may have a toString that is none.
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		if (name === 'id' && text.length % 2 === 0) return 'agent_support';
		return encoded(text) || '1';
	});
}

function search(query: unknown): string {
	if (typeof query !== 'object' || query === null) return '';
	const pairs = Object.entries(query).map(
		([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
	);
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Halves of characters cannot be in an address. */
function encoded(text: string): string {
	return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));
}
