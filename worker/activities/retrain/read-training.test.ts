import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { ApplicationFailure } from '@temporalio/common';
import { createClient } from '../../../api';
import { taskErrorSchema } from '../../tasks/task-memo-schema';
import { readTraining } from './read-training';

let server: Server;

afterEach(() => {
	server.close();
});

/** What a read comes to when the service answers with this. */
async function failureAfter(status: number, body: string): Promise<ApplicationFailure> {
	server = createServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : '';
	const api = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'ak_secret' });
	try {
		await readTraining(api, 'agent_support', new AbortController().signal);
	} catch (error) {
		if (error instanceof ApplicationFailure) return error;
		throw error;
	}
	throw new Error('The read did not fail.');
}

describe('a read whose reply cannot be used', () => {
	it('ends the task when the reply is whole, and names what is wrong in it', async () => {
		const failure = await failureAfter(200, '{"agentStatus":"ready","training":"no"}');
		expect(failure).toMatchObject({ type: 'unexpected_reply', nonRetryable: true });
		expect(failure.message).toContain('training: ');
		const error = taskErrorSchema.parse(failure.details?.[0]);
		expect(error).toMatchObject({ type: 'unexpected_reply', status: 502 });
		expect(error.issues.map(({ path }) => path)).toContain('training');
		expect(JSON.stringify(failure)).not.toContain('ak_secret');
	});

	it.each([
		[200, '{"agentStatus":'],
		[200, ''],
		[200, '<html>Back soon</html>'],
		[503, '{"type":"unavailable","title":"Unavailable","status":503}'],
	])('is made again after %i %j', async (status, body) => {
		expect(await failureAfter(status, body)).toMatchObject({ nonRetryable: false });
	});
});
