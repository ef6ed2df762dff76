import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { late } from '../../test/support/time/moments';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { LIMITS } from '../limits';
import { createClient } from './create-client';
import { rejectionOf } from './testing/rejection';
import { API_KEY, sendJson, useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };
const ADDED = { id: 7, agentId: 'a', type: 'file', name: 'prices.csv', status: 'processing' };
const CHUNK = Buffer.alloc(64 * 1024, 'x');

const start = useService();

function* chunks(count: number, made: { bytes: number }) {
	for (let index = 0; index < count; index += 1) {
		made.bytes += CHUNK.length;
		yield CHUNK;
	}
}

const csv = (content: Readable, more: { length?: number; filename?: string } = {}) => ({
	...AGENT,
	body: { filename: 'prices.csv', contentType: 'text/csv', content, ...more },
});

/** A service that refuses every request when it has read the headers. */
const ANSWERS_AT_ONCE = `
	const answer = JSON.stringify({ type: 'training_limit_exceeded', title: 'Training data limit reached', status: 403 });
	const server = require('node:http').createServer((request, response) =>
		response.writeHead(403, { 'content-type': 'application/json' }).end(answer),
	);
	server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));
`;

describe('an upload', () => {
	it('is one part of a form, with file name, type and known length', async () => {
		const { client, received } = await start((response) => sendJson(response, 201, ADDED));
		await client.call(
			'uploadSourceFile',
			csv(Readable.from([Buffer.from('a;b\n')]), { length: 4, filename: 'Preise "neu".csv' }),
		);
		const [request] = received;
		expect(request?.url).toBe('/api/v1/agents/agent_support/sources/files');
		expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(Number(request?.headers['content-length'])).toBe(request?.body.length);
		expect(request?.body).toContain('name="file"; filename="Preise %22neu%22.csv"');
		expect(request?.body).toContain('Content-Type: text/csv\r\n\r\na;b\n\r\n--');
	});

	it('of unknown length is sent in chunks', async () => {
		const made = { bytes: 0 };
		const { client, received } = await start((response) => sendJson(response, 201, ADDED));
		await client.call('uploadSourceFile', csv(Readable.from(chunks(16, made))));
		expect(received[0]?.headers['transfer-encoding']).toBe('chunked');
		expect(received[0]?.body.length).toBeGreaterThan(made.bytes);
	});

	it('reads the answer that a service gives before it has read the file', async () => {
		// Apart from this thread, so that it answers, and closes, while the client does neither.
		const service = new Worker(ANSWERS_AT_ONCE, { eval: true });
		const [port] = z.tuple([z.number()]).parse(await once(service, 'message'));
		const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: API_KEY });
		async function* slowly() {
			for (let megabytes = 0; megabytes < 4; megabytes += 1) {
				yield Buffer.alloc(LIMITS.textSnippetBytes, 'a');
				await late(20);
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
			}
		}
		const error = await rejectionOf(client.call('uploadSourceFile', csv(Readable.from(slowly()))));
		expect(error).toMatchObject({ status: 403, type: 'training_limit_exceeded', outcome: 'refused' });
		await service.terminate();
	});

	it('lets go of its stream when it fails', async () => {
		const content = Readable.from(chunks(4, { bytes: 0 }));
		const { client } = await start((response) => response.destroy());
		await rejectionOf(client.call('uploadSourceFile', csv(content)));
		expect(content.destroyed).toBe(true);
	});

	it('of a file that is not there did nothing', async () => {
		const { client, received } = await start((response) => sendJson(response, 201, ADDED));
		const error = await rejectionOf(client.call('uploadSourceFile', csv(createReadStream(`${__dirname}/none.csv`))));
		expect(error).toMatchObject({ type: 'file_unreadable', status: null, outcome: 'refused' });
		expect(received).toHaveLength(0);
	});

	it('is refused before it is sent when it is too large or of an unknown type', async () => {
		const { client, received } = await start((response) => sendJson(response, 201, ADDED));
		const body = csv(Readable.from([]), { length: LIMITS.fileBytes + 1, filename: 'film.mp4' });
		const error = await rejectionOf(client.call('uploadSourceFile', body));
		expect(error.issues.map(({ path }) => path)).toEqual(['body.filename', 'body.length']);
		expect(received).toHaveLength(0);
	});
});
