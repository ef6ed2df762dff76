import fc, { type Arbitrary } from 'fast-check';
import type { Route } from './routes';
import { valuesFor } from './values';
import { IDS, keys, NAMED, personKeys } from './world';
import { STRANGE } from './values';

/** One request as it goes over the wire, but for what only the time of its sending knows. */
export interface AnyRequest {
	/** As OpenAPI has it; null: none of its. */
	route: string | null;
	method: string;
	/** The target as it stands in the first line. */
	target: string;
	headers: Array<[name: string, value: string]>;
	/** One character a byte where `latin1`. */
	body: string | null;
	/** What is wrong with the way it is sent. */
	sent: 'whole' | 'chunked' | 'truncated' | 'bad-chunk' | 'slow';
	/** The token that goes along. */
	token: 'right' | 'wrong' | 'none' | 'malformed';
	/** Signs the body as Standard Webhooks. */
	signed: boolean;
}

/** Segments of a path that no encoder makes. */
const RAW = [
	'.',
	'..',
	'%2e%2e',
	'%ED%A0%80',
	'%FF',
	'%',
	'%zz',
	'%00',
	'%C0%AE',
	'',
	'x'.repeat(9_000),
	';a=b',
	'*',
	'é',
];

const bodies = {
	broken: fc.constantFrom(
		'',
		'{',
		'{"a":',
		'null',
		'[]',
		'"x"',
		'\u0000',
		'{"__proto__":{"x":1}}',
		'{"a":1}{"b":2}',
		'[1,',
		'NaN',
		'\ufeff{}',
		'{"constructor":{"prototype":{}}}',
	),
	deep: fc.integer({ min: 100, max: 20_000 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
	large: fc
		.constantFrom(1_000_000, 1_048_577, 2_000_000)
		.map((length) => JSON.stringify({ input: 'x'.repeat(length) })),
};

const contentTypes = fc.oneof(
	{ arbitrary: fc.constant('application/json'), weight: 24 },
	{
		arbitrary: fc.constantFrom(
			'text/plain',
			'application/xml',
			'application/json; charset=utf-16',
			'application/x-www-form-urlencoded',
			'multipart/form-data; boundary=b',
			'x',
			';',
			'application/octet-stream',
			'application/merge-patch+json',
		),
		weight: 2,
	},
);
const noise: Arbitrary<Array<[string, string]>> = fc.oneof(
	{ arbitrary: fc.constant<Array<[string, string]>>([]), weight: 10 },
	{
		arbitrary: fc.subarray<[string, string]>(
			[
				['accept', 'text/html'],
				['accept', '*/*;q=2'],
				['accept-encoding', 'br, gzip;q=x'],
				['accept-version', '9.x'],
				['content-encoding', 'gzip'],
				['expect', '100-continue'],
				['if-none-match', '*'],
				['origin', 'https://evil.example'],
				['access-control-request-method', 'POST'],
				['range', 'bytes=0-1,5-'],
				['sec-fetch-site', 'cross-site'],
				['traceparent', '00-zz-zz-zz'],
				['x-big', 'y'.repeat(7_000)],
				['x-forwarded-for', '1.2.3.4, \', "x"'],
				['x-http-method-override', 'DELETE'],
				['cookie', 'a=b; '.repeat(100)],
				['forwarded', 'for=_x'],
			],
			{ maxLength: 4 },
		),
		weight: 2,
	},
);
const idempotencyKeys = (route: Route) =>
	fc.oneof(
		{ arbitrary: route.path.startsWith('/v1/persons/') ? personKeys : keys, weight: 20 },
		{ arbitrary: fc.constantFrom('', ' ', 'k'.repeat(256), 'é', '\u00ff\u0080', '../..', "'"), weight: 1 },
	);
const tokens = fc.oneof(
	{ arbitrary: fc.constant('right' as const), weight: 40 },
	{ arbitrary: fc.constantFrom('wrong' as const, 'none' as const, 'malformed' as const), weight: 1 },
);
const ways = fc.oneof(
	{ arbitrary: fc.constant('whole' as const), weight: 30 },
	{
		arbitrary: fc.constantFrom('chunked' as const, 'truncated' as const, 'bad-chunk' as const, 'slow' as const),
		weight: 1,
	},
);

/** Requests over every route, and some to addresses that are none. */
export function anyRequests(routes: readonly Route[]): Arbitrary<AnyRequest> {
	const each = routes.map((route) => ({ arbitrary: requestsTo(route), weight: 2 }));
	return fc.oneof(...each, { arbitrary: strangers, weight: 6 });
}

function requestsTo(route: Route): Arbitrary<AnyRequest> {
	return fc
		.record({
			method: fc.oneof(
				{ arbitrary: fc.constant(route.method), weight: 40 },
				{ arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE', 'FOO'), weight: 1 },
			),
			path: pathsOf(route),
			query: queriesOf(route),
			key: route.keyed ? idempotencyKeys(route) : fc.constant(null),
			body: bodiesOf(route),
			contentType: contentTypes,
			noise,
			token: tokens,
			sent: ways,
			signed: fc.boolean(),
		})
		.map(({ method, path, query, key, body, contentType, noise: more, token, sent, signed }) => ({
			route: `${route.method} ${route.path}`,
			method,
			target: path + query,
			headers: [
				...(key === null ? [] : [['idempotency-key', key] satisfies [string, string]]),
				...(body === null ? [] : [['content-type', contentType] satisfies [string, string]]),
				...more,
			],
			body,
			sent: body === null ? 'whole' : sent,
			token,
			signed: signed && route.path.startsWith('/hooks/'),
		}));
}

function pathsOf({ path, params }: Route): Arbitrary<string> {
	const names = Object.keys(params);
	const [, first = '', second = ''] = path.split('/');
	const known = IDS[first === 'v1' ? second : first] ?? ['x'];
	const segment = (name: string): Arbitrary<string> => {
		const right =
			name === 'id' || (name === 'name' && !path.includes('/files/'))
				? fc.constantFrom(...known)
				: (NAMED[name] ?? fc.constant('x')).map(String);
		return fc.oneof(
			{ arbitrary: right.map(encoded), weight: 14 },
			{ arbitrary: fc.constantFrom(...STRANGE).map(encoded), weight: 2 },
			{ arbitrary: fc.constantFrom(...RAW), weight: 1 },
		);
	};
	return fc
		.tuple(...names.map(segment))
		.map((values) =>
			names.reduce((filled, name, index) => filled.replace(`{${name}}`, () => values[index] ?? ''), path),
		);
}

function queriesOf({ query }: Route): Arbitrary<string> {
	const given = fc.record(
		Object.fromEntries(Object.entries(query).map(([name, schema]) => [name, valuesFor(schema, NAMED, name)])),
		{ requiredKeys: [] },
	);
	const right = given.map((values) => {
		const pairs = Object.entries(values).map(
			([name, value]) => `${name}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
		);
		return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
	});
	return fc.oneof(
		{ arbitrary: right, weight: 20 },
		{
			arbitrary: fc.constantFrom(
				'?',
				'?limit=1&limit=2',
				'?%zz=%',
				'?limit[]=1',
				'?__proto__=1',
				`?x=${'y'.repeat(6_000)}`,
			),
			weight: 1,
		},
	);
}

function bodiesOf({ body, bytes }: Route): Arbitrary<string | null> {
	if (bytes) return fc.oneof(fc.string({ maxLength: 200 }), fc.constant(''), fc.constant(null));
	if (body === null)
		return fc.oneof(
			{ arbitrary: fc.constant(null), weight: 12 },
			{ arbitrary: fc.constantFrom('', '{}', '{'), weight: 1 },
		);
	return fc.oneof(
		{ arbitrary: valuesFor(body, NAMED).map((value) => JSON.stringify(value)), weight: 40 },
		{ arbitrary: bodies.broken, weight: 3 },
		{ arbitrary: bodies.deep, weight: 1 },
		{ arbitrary: bodies.large, weight: 1 },
		{ arbitrary: fc.constant(null), weight: 1 },
	);
}

/** Addresses that OpenAPI does not have: pages, reviews, and what is none at all. */
const strangers: Arbitrary<AnyRequest> = fc
	.record({
		method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
		target: fc.oneof(
			fc.webPath().map((path) => (path.startsWith('/') ? path : `/${path}`)),
			fc.constantFrom(
				'/',
				'/syncs',
				'/schedules',
				'/console/console.js',
				'/review/x',
				'/review/style.css',
				'/review/',
				`/review/${'x.'.repeat(2_000)}`,
				'/review/%FF',
				'/healthz',
				'/readyz',
				'/metrics',
				'/openapi.json',
				'/v1',
				'/v1/',
				'/v1//tasks',
				'//v1/tasks',
				'/v1/tasks/',
				'/v1/tasks//cancel',
				'/hooks/',
				'/hooks',
				'/codec/',
				'/v1/tasks/%2F',
				'/v1/%2e%2e/',
				'/v1/../v1/tasks',
				'/?%',
				'*',
				'http://127.0.0.1/v1/tasks',
				'http://',
				'/v1/waits/%FF',
			),
		),
		body: fc.oneof(fc.constant(null), fc.constantFrom('action=approve&hash=x', '{}', 'hash=%')),
		contentType: fc.constantFrom('application/x-www-form-urlencoded', 'application/json'),
		token: tokens,
		noise,
	})
	.map(({ method, target, body, contentType, token, noise: more }) => ({
		route: null,
		method,
		target,
		body,
		token,
		sent: 'whole' as const,
		signed: false,
		headers: body === null ? more : [['content-type', contentType], ...more],
	}));

/** As most clients encode; halves of characters as no client should. */
function encoded(text: string): string {
	return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffe')).replaceAll('%EF%BF%BE', '%ED%A0%80');
}
