import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start({ rateLimit: 60 });
});
afterAll(() => sandbox.running.close());

/** What comes back on a connection of its own until it is closed. */
async function answerTo(...lines: string[]) {
	const { hostname, port } = new URL(sandbox.running.apiUrl);
	const socket = connect(Number(port), hostname);
	socket.write([...lines, '', ''].join('\r\n'));
	const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
	return { head, body };
}

const BROKEN_BODY = ['Transfer-Encoding: chunked', '', 'zz'];

describe('HTTP that no client of ours would send', () => {
	it.each([
		['an expectation nobody can meet', 417, ['GET /api/v1/usage HTTP/1.1', 'Host: a', 'Expect: foo']],
		['no Host', 400, ['GET /api/v1/usage HTTP/1.1', 'Connection: close']],
		['a tunnel', 400, ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443']],
		['no HTTP', 400, ['HELLO']],
		['a broken body behind an address that cannot be read', 400, ['POST /% HTTP/1.1', 'Host: a', ...BROKEN_BODY]],
	])('is answered in the envelope: %s', async (_name, status, lines) => {
		const { head, body } = await answerTo(...lines);

		expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
		expect(head).toMatch(/^x-ratelimit-limit: 60$/im);
		expect(errorSchema.parse(JSON.parse(body)).status).toBe(status);
	});
});
