import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { testGateway } from '../testing/test-gateway';

const curl = promisify(execFile);

/** Status of a request by curl, which chooses its own headers. */
async function statusBy(args: string[]): Promise<number> {
	const { stdout } = await curl('curl', ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}', ...args]);
	return Number(stdout);
}

describe('a request without a body', () => {
	const json = 'Content-Type: application/json';
	const bodies: [string, string[]][] = [
		['no header', []],
		['JSON announced', ['-H', json]],
		["curl's form type", ['-d', '']],
		['JSON announced and a length of zero', ['-H', json, '-d', '']],
		['JSON announced and no chunk', ['-H', json, '-H', 'Transfer-Encoding: chunked', '-d', '']],
	];
	it.each(bodies)('cancels and deletes: %s', async (_title, body) => {
		const { url, token } = await testGateway();
		const send = (method: string, path: string) =>
			statusBy(['-X', method, '-H', `Authorization: Bearer ${token}`, ...body, url + path]);
		// What does not exist is looked for only once the body has been accepted.
		expect(await send('POST', '/v1/tasks/retrain-and-wait%2Funknown/cancel')).toBe(404);
		expect(await send('DELETE', '/v1/schedules/unknown')).toBe(404);
	});

	it.each(bodies)('is refused by the schema of a route that needs one: %s', async (_title, body) => {
		const { url, token } = await testGateway();
		const headers = ['-H', `Authorization: Bearer ${token}`, '-H', 'Idempotency-Key: k'];
		const sent = await curl('curl', [
			'--silent',
			'-X',
			'POST',
			...headers,
			...body,
			`${url}/v1/tasks/retrain-and-wait`,
		]);
		expect(JSON.parse(sent.stdout)).toMatchObject({
			status: 400,
			issues: [{ path: 'body', message: 'must be an object' }],
		});
	});
});
