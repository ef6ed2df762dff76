import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { eventually } from '../../../test/support/time/eventually';
import { createLogger } from '../../log';
import axios from 'axios';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { fileKey, openBlobs } from '../../storage/blobs';
import { blobsSchema } from '../../storage/settings';
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textOf } from '../../storage/blobs/testing/blob-store-rules';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { testGateway, useTestGateway } from '../testing/test-gateway';

const HELLO = 'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-blobs-'));
const blobs = openBlobs(blobsSchema.parse({ directory, maxUploadBytes: 20 }));
const gateway = useTestGateway({ blobs });
afterAll(() => rm(directory, { recursive: true }));

const upload = async (payload: string, headers = {}) => {
	return gateway.ask({ method: 'PUT', url: '/v1/blobs', payload, headers });
};

describe('PUT /v1/blobs', () => {
	it('keeps a file and tells what it is referred to by', async () => {
		const { status, body } = await upload('hello', { 'content-type': 'text/plain' });
		expect({ status, body }).toMatchObject({ status: 201, body: { blob: HELLO, bytes: 5 } });
		expect(await textOf(blobs.store, `uploads/${HELLO.slice(7)}`)).toBe('hello');
	});

	it('keeps JSON as the bytes it is', async () => {
		const { body } = await upload('{ "a": 1 }');
		expect(z.looseObject({ bytes: z.number() }).parse(body).bytes).toBe(10);
	});

	it('refuses what is too large, also when its length is not told first', async () => {
		const told = await upload('x'.repeat(21));
		expect(told).toMatchObject({ status: 413, body: { type: 'blob_too_large', issues: [{ path: 'body' }] } });
		const { url, token } = gateway;
		const headers = { authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' };
		const { status } = await axios.put(`${url}/v1/blobs`, Readable.from([Buffer.alloc(21)]), {
			headers,
			validateStatus: null,
		});
		expect(status).toBe(413);
	});

	it('asks for a token', async () => {
		expect((await gateway.ask({ method: 'PUT', url: '/v1/blobs', payload: 'x', token: null })).status).toBe(401);
	});
});

test.each(['completed', 'cancelled', 'failed'] as const)(
	'the file of a task that has %s is served if its result names it',
	async (status) => {
		const tasks = inMemoryTasks();
		gateway.serve({ tasks });
		const { id } = await tasks.start({ type: 'bulk-action', idempotencyKey: `all rows, ${status}`, input: {} });
		const link = `/v1/tasks/${encodeURIComponent(id)}/files/rows.csv`;
		const file = { name: 'rows.csv', contentType: 'text/csv', bytes: 2, sha256: '0', expiresAt: null, link };
		await blobs.store.write(fileKey(id, file.name), Buffer.from('id'));
		expect(await gateway.ask({ url: link })).toMatchObject({ status: 409, body: { type: 'file_not_ready' } });
		Object.assign(await tasks.get(id), { status, result: { file } });
		expect(await gateway.ask({ url: link })).toMatchObject({ status: 200, text: 'id' });
		const other = await gateway.ask({ url: link.replace('rows', 'others') });
		expect(other).toMatchObject({ status: 404, body: { type: 'file_not_found' } });
	},
);

test('a caller who goes away in the middle of a file is no fault of the gateway', async () => {
	const lines: string[] = [];
	const destination = new Writable({
		write(chunk: Buffer, _encoding, done) {
			lines.push(chunk.toString());
			done();
		},
	});
	const drafted = vi.spyOn(blobs.store, 'draft');
	const { url, token } = await testGateway({ blobs, logger: createLogger({ level: 'debug' }, destination) });
	const { hostname, port } = new URL(url);
	const socket = connect({ host: hostname, port: Number(port) });
	await once(socket, 'connect');
	socket.write(
		`PUT /v1/blobs HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: text/plain\r\ncontent-length: 20\r\n\r\nten bytes.`,
	);
	await eventually(
		() => drafted.mock.calls.length,
		(seen) => expect(seen).toBe(1),
		'the gateway begins to keep the file a moment later',
	);
	drafted.mockRestore();
	socket.destroy();
	await eventually(
		() => {
			const told = lines.some((line) => /unexpected error|closed the connection/.test(line));
			return told;
		},
		Boolean,
		'a word about it',
	);
	expect(lines.join('')).not.toContain('unexpected error');
});

describe('a blob store that fails', () => {
	const ask = async (settings: object) => {
		gateway.serve({ blobs: openBlobs(blobsSchema.parse(settings)) });
		return gateway.ask({ method: 'PUT', url: '/v1/blobs', payload: 'hello' });
	};
	const key = { accessKeyId: 'id', secretAccessKey: 'secret' };

	it('is reported with the reason and what to do, without its address', async () => {
		const file = join(directory, 'file');
		await writeFile(file, '');
		const disk = await ask({ directory: join(file, 'below') });
		expect(disk).toMatchObject({ status: 503, body: { type: 'blob_store_unavailable' } });
		expect(JSON.stringify(disk.body)).toContain('(ENOTDIR). Check the disk of blobs.directory');
		expect(JSON.stringify(disk.body)).not.toContain(directory);
	});

	/** A task with a file, read while the blob store is in trouble. */
	async function readWithFile(settings: object) {
		const tasks = inMemoryTasks();
		gateway.serve({ blobs: openBlobs(blobsSchema.parse(settings)), tasks });
		const { id } = await tasks.start({ type: 'lead-export', idempotencyKey: 'key', input: {} });
		const file = { ...LEADS, link: LINK };
		const result = { version: 1, file };
		Object.assign(await tasks.get(id), { status: 'completed', result });
		return gateway.ask({ url: `/v1/tasks/${encodeURIComponent(id)}` });
	}
	const LINK = '/v1/tasks/x/files/leads.csv';
	const LEADS = {
		name: 'leads.csv',
		contentType: 'text/csv',
		bytes: 1,
		sha256: '0',
		expiresAt: '2100-01-01T00:00:00.000Z',
	};
	const withEnd = { status: 200, body: { status: 'completed', result: { file: { link: LINK } } } };

	it('hides no end of a task that has a file', async () => {
		const file = join(directory, 'other-file');
		await writeFile(file, '');
		const read = await readWithFile({ directory: join(file, 'below') });
		expect(read).toMatchObject(withEnd);
		expect(read.body).not.toHaveProperty('fileGone');
	});

	it('delays no end of a task that has a file if its server accepts requests and never answers', async () => {
		let requests = 0;
		const server = createServer((request) => {
			requests += 1;
			request.resume();
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		try {
			const { port } = server.address() as AddressInfo;
			const read = await readWithFile({ s3: { endpoint: `http://127.0.0.1:${port}`, bucket: 'silent', ...key } });
			expect(read).toMatchObject(withEnd);
			expect(read.body).not.toHaveProperty('fileGone');
			// The store itself would wait for a minute, and ask again.
			expect(requests).toBe(1);
		} finally {
			server.closeAllConnections();
			server.close();
		}
	});

	it('is worth a retry if its server does not respond', async () => {
		const away = await ask({ s3: { endpoint: 'http://127.0.0.1:9', bucket: 'away', ...key } });
		expect(away).toMatchObject({ status: 503, body: { type: 'blob_store_unavailable' } });
		expect(JSON.stringify(away.body)).toMatch(/\(ECONNREFUSED\)\. Retry in a few seconds/);
	});

	it('needs a person if its server refuses the request', async () => {
		const server = createServer((request, response) => {
			request.resume();
			response.writeHead(403, { 'content-type': 'application/xml' });
			response.end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		try {
			const { port } = server.address() as AddressInfo;
			const refused = await ask({ s3: { endpoint: `http://127.0.0.1:${port}`, bucket: 'refused', ...key } });
			expect(refused).toMatchObject({ status: 503, body: { type: 'blob_store_unavailable' } });
			expect(JSON.stringify(refused.body)).toContain('(AccessDenied, status 403). Check blobs.s3');
		} finally {
			server.closeAllConnections();
			server.close();
		}
	});
});
