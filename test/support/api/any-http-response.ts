import fc, { type Arbitrary } from 'fast-check';

const statuses = fc.oneof(
	fc.constantFrom('200 OK', '201 ', '204 x', '301 x', '400 x', '410 x', '429 x', '500 x', '200', 'x'),
	fc.integer({ min: 100, max: 999 }).map(String),
);

const headers = fc.oneof(
	fc.constantFrom(
		'retry-after: -5',
		'retry-after: 1e9',
		'retry-after: 9999',
		'retry-after: Wed, 99 Foo',
		'retry-after: ',
	),
	fc.constantFrom(
		'x-ratelimit-limit: x',
		'x-ratelimit-remaining: -1',
		'x-ratelimit-reset: 99999999999999999999',
		'date: x',
	),
	fc.constantFrom(
		'content-type: ',
		'content-type: text/html; charset=x',
		'content-encoding: gzip',
		'content-encoding: x',
	),
	fc.constantFrom('content-length: 5', 'content-length: -1', 'transfer-encoding: chunked', 'location: http://['),
	fc.constantFrom('set-cookie: a', 'x: \u00ff', ': y', 'no colon', `x: ${'y'.repeat(20_000)}`),
);

/** Bodies that are no JSON, or not what anybody documents. */
export const foreignBodies = fc.oneof(
	fc.json(),
	fc.constantFrom(
		'',
		'null',
		'[]',
		'{"items":[{}]}',
		'{"items":null}',
		'<html>',
		'{"a":',
		'\ufeff{}',
		'['.repeat(20_000),
	),
	fc.string({ unit: 'binary' }),
);

/** The bytes of a response of HTTP/1.1, or of what nearly is one. */
export function anyHttpResponse(bodies: Arbitrary<string>): Arbitrary<Uint8Array> {
	return fc
		.tuple(statuses, fc.array(headers, { maxLength: 3 }), bodies)
		.map(([status, lines, body]) => Buffer.from([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n')));
}
