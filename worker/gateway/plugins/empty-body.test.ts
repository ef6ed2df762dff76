import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestGateway } from '../testing/test-gateway';

const gateway = useTestGateway();

interface Sent {
	method: string;
	path: string;
	headers?: string[];
}

/** A request in exactly these bytes. Node's own client adds a length or an encoding where there is no body. */
async function send(
	{ method, path, headers = [] }: Sent,
	{ lines, end }: Body,
): Promise<{ status: number; body: string }> {
	const { url, token } = gateway;
	const { hostname, port, host } = new URL(url);
	const socket = connect(Number(port), hostname);
	const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${token}`, 'Connection: close'];
	socket.write([...head, ...headers, ...lines, '', end].join('\r\n'));
	const [responseHead = '', body = ''] = (await text(socket)).split('\r\n\r\n');
	return { status: Number(responseHead.split(' ')[1]), body };
}

/** Headers, and what follows the empty line after them. */
interface Body {
	title: string;
	lines: string[];
	end: string;
}

/** As curl sends them: without options, with `-d ''`, and with one header or two in their place. */
const BODIES: Body[] = [
	{ title: 'no header', lines: [], end: '' },
	{ title: 'JSON announced', lines: ['Content-Type: application/json'], end: '' },
	{
		title: "curl's form type",
		lines: ['Content-Length: 0', 'Content-Type: application/x-www-form-urlencoded'],
		end: '',
	},
	{
		title: 'JSON announced and a length of zero',
		lines: ['Content-Type: application/json', 'Content-Length: 0'],
		end: '',
	},
	{
		title: 'JSON announced and no chunk',
		lines: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
		end: '0\r\n\r\n',
	},
];

describe('a request without a body', () => {
	it.each(BODIES)('cancels and deletes: $title', async (body) => {
		// What does not exist is looked for only once the body has been accepted.
		const cancelled = await send({ method: 'POST', path: '/v1/tasks/retrain-and-wait%2Funknown/cancel' }, body);
		expect(cancelled.status).toBe(404);
		expect((await send({ method: 'DELETE', path: '/v1/schedules/unknown' }, body)).status).toBe(404);
	});

	it.each(BODIES)('is refused by the schema of a route that needs one: $title', async (body) => {
		const start = { method: 'POST', path: '/v1/tasks/retrain-and-wait', headers: ['Idempotency-Key: k'] };
		const refused = await send(start, body);
		expect(JSON.parse(refused.body)).toMatchObject({
			status: 400,
			issues: [{ path: 'body', message: 'must be an object' }],
		});
	});
});
