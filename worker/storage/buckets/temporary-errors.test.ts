import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { S3Store } from '../blobs/s3-store';
import { Buckets } from './buckets';

/** Answers every request with this error, as Amazon and others write it. */
let error = { status: 500, code: '' };
let server: Server;
let bucket: ConstructorParameters<typeof S3Store>[0];

function refuse(request: IncomingMessage, response: ServerResponse): void {
	request.resume();
	request.on('end', () => {
		const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${error.code}</Code><Message>m</Message></Error>`;
		response.writeHead(error.status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? '' : xml);
	});
}

beforeAll(async () => {
	server = createServer(refuse).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = z.object({ port: z.number() }).parse(server.address());
	bucket = {
		...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', pathStyle: true },
		...{ bucket: 'leads', prefix: '', accessKeyId: 'id', secretAccessKey: 'secret' },
	};
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const put = () =>
	new Buckets({ reports: bucket }).put('reports', {
		content: Readable.from([Buffer.from('abc')]),
		bytes: 3,
		name: 'a.csv',
		contentType: 'text/csv',
	});
const read = () => new Buckets({ reports: bucket }).open('reports', 'a.csv');

describe('an error that passes by itself', () => {
	it.each([
		[400, 'RequestTimeout'],
		[400, 'SlowDown'],
		[400, 'IncompleteBody'],
		[400, 'InternalError'],
		[400, 'ExpiredToken'],
		[400, 'ThrottlingException'],
		[403, 'RequestTimeTooSkewed'],
		[403, 'RequestExpired'],
		[403, 'TooManyRequests'],
		[409, 'OperationAborted'],
		[408, 'Anything'],
		[429, 'Anything'],
		[503, 'SlowDown'],
	])('ends neither writing nor reading for good: %i %s', async (status, code) => {
		error = { status, code };
		await expect(put()).rejects.not.toMatchObject({ name: 'BucketRefusedError' });
		await expect(read()).rejects.toMatchObject({ name: 'BucketAwayError' });
	});
});

it.each([
	[400, 'EntityTooLarge'],
	[403, 'AccessDenied'],
	[403, 'InvalidAccessKeyId'],
	[403, 'SignatureDoesNotMatch'],
	[404, 'NoSuchBucket'],
	[409, 'BucketNotEmpty'],
])('one that stays ends them: %i %s', async (status, code) => {
	error = { status, code };
	await expect(put()).rejects.toMatchObject({ name: 'BucketRefusedError' });
	await expect(read()).rejects.toMatchObject({ name: 'BucketRefusedError' });
});

describe('a blob that must be new', () => {
	const store = () => new S3Store(bucket).writeNew('destinations/crm/0000000001', Buffer.from('x'));
	it.each([
		[412, 'PreconditionFailed'],
		[409, 'ConditionalRequestConflict'],
	])('is there already: %i %s', async (status, code) => {
		error = { status, code };
		expect(await store()).toBe(false);
	});

	it('is not taken for one because of another conflict', async () => {
		error = { status: 409, code: 'OperationAborted' };
		await expect(store()).rejects.toMatchObject({ name: 'OperationAborted' });
	});
});
