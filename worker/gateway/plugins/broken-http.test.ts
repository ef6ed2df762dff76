import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestGateway } from '../testing/test-gateway';

const gateway = useTestGateway();

function connected(...lines: string[]): Socket {
	const { hostname, port } = new URL(gateway.url);
	const socket = connect({ host: hostname, port: Number(port) });
	socket.write([...lines, ''].join('\r\n'));
	return socket;
}

/** Status and type of each answer. */
function answersIn(heard: string): string[] {
	return heard
		.split('HTTP/1.1 ')
		.slice(1)
		.map((answer) => [answer.slice(0, 3), ...(/"type":"(\w+)"/.exec(answer)?.slice(1) ?? [])].join(' '));
}

const head = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, 'Host: a', ...headers];
const chunked = ['Transfer-Encoding: chunked', ''];
const BROKEN = ['zz', '{}'];
const authorized = () => `Authorization: Bearer ${gateway.token}`;

describe('a request whose body is broken gets one answer', () => {
	test.each([
		['POST /hooks/%', '400 invalid_address'],
		['GET /v1/connections/main/agents/%zz/email-conversations', '400 invalid_address'],
		['POST /v1/tasks/retrain-and-wait', '401 unauthorized'],
		['POST /v1/tasks/check', '415 unsupported_media_type', () => [authorized(), 'Content-Type: text/csv']],
	])('%s, answered before the body comes', async (line, answer, headers: () => string[] = () => []) => {
		const socket = connected(...head(line, ...headers()), ...chunked);
		const [heard] = (await once(socket, 'data')) as [Buffer];
		socket.write(BROKEN.join('\r\n'));
		expect(answersIn(String(heard) + (await text(socket)))).toEqual([answer]);
	});

	test.each([[[]], [['Connection: close']]])('an address that cannot be read, %j', async (headers) => {
		const socket = connected(...head('POST /hooks/%', ...headers), ...chunked, ...BROKEN);
		expect(answersIn(await text(socket))).toEqual(['400 invalid_address']);
	});

	test('nothing was said before', async () => {
		const start = head('POST /v1/tasks/retrain-and-wait', authorized(), 'Idempotency-Key: a');
		expect(answersIn(await text(connected(...start, ...chunked, ...BROKEN)))).toEqual(['400 invalid_request']);
	});

	test('it is behind a request without an answer', async () => {
		const start = head('POST /v1/tasks/retrain-and-wait', authorized(), 'Content-Type: application/json');
		const socket = connected(...head('GET /v1/whoami', authorized()), '', ...start, ...chunked, ...BROKEN);
		expect(answersIn(await text(socket))).toEqual(['200', '400 invalid_request']);
	});

	test('it had an expectation that nobody meets', async () => {
		const socket = connected(...head('POST /hooks/a', 'Expect: foo'), ...chunked, ...BROKEN);
		expect(answersIn(await text(socket))).toEqual(['417 expectation_failed']);
	});
});

describe('behind a request', () => {
	test.each([
		['what is no HTTP', ['HELLO'], '400 invalid_request'],
		['an expectation that nobody meets', head('GET /healthz', 'Expect: foo'), '417 expectation_failed'],
	])('%s is refused after the answer to the request', async (_what, lines, refusal) => {
		const socket = connected(...head('GET /v1/whoami', authorized()), '', ...lines, '', '');
		expect(answersIn(await text(socket))).toEqual(['200', refusal]);
	});
});
