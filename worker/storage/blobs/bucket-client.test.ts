import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { late } from '../../../test/support/time/moments';
import { bucketClient, abortOnInactivity } from './bucket-client';
import { startSilentServer } from './testing/silent-server';

const SILENT_FOR_MS = 200;

async function objectOf(says: string, read: (body: Readable) => Promise<Buffer> = buffer, silentForMs = SILENT_FOR_MS) {
	const server = await startSilentServer(says);
	const client = bucketClient(server.bucket, silentForMs);
	try {
		const { Body } = await client.send(new GetObjectCommand({ Bucket: 'leads', Key: 'x' }));
		if (!(Body instanceof Readable)) throw new Error('There is no body.');
		return await read(Body);
	} finally {
		client.destroy();
		server.stop();
	}
}

it('gives up a server that accepts and never answers', async () => {
	await expect(objectOf('')).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('gives up a server that falls silent in the middle of an object', async () => {
	const half = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf';
	await expect(objectOf(half)).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('waits for a reader that pauses for longer than a server may', async () => {
	const bytes = 20_000_000;
	// Long enough for this process to wait for its turn on a busy machine without looking like a silent server.
	const silentForMs = 4_000;
	const pauseMs = 5_000;
	const whole = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`;
	const slowly = async (body: Readable) => {
		await late(pauseMs);
		const read: Buffer[] = [];
		for await (const piece of body as AsyncIterable<Buffer>) {
			if (read.push(piece) === 2) await late(pauseMs);
		}
		return Buffer.concat(read);
	};
	expect(await objectOf(whole, slowly, silentForMs)).toHaveLength(bytes);
});

it('fails for the one who sends a file that is gone by then', async () => {
	const server = await startSilentServer('');
	const client = bucketClient(server.bucket, 60_000);
	const Body = createReadStream('/no/such/file');
	try {
		const sending = client.send(new PutObjectCommand({ Bucket: 'leads', Key: 'x', Body, ContentLength: 10 }));
		await expect(sending).rejects.toThrow('ENOENT');
		expect(Body.destroyed).toBe(true);
	} finally {
		client.destroy();
		server.stop();
	}
});

const MINUTE_MS = 60_000;

it('leaves no answer open that its reader has left', () => {
	const content = new PassThrough();
	abortOnInactivity(content, MINUTE_MS).destroy();
	expect(content.destroyed).toBe(true);
});

it('fails as the answer does', async () => {
	const content = new PassThrough();
	const read = buffer(abortOnInactivity(content, MINUTE_MS));
	content.destroy(new Error('The server has gone.'));
	await expect(read).rejects.toThrow('The server has gone.');
});

it('tells whoever reads it later that it broke before', async () => {
	const content = new PassThrough();
	const heard = abortOnInactivity(content, MINUTE_MS);
	content.destroy(new Error('The server has gone.'));
	await setImmediate();
	await expect(buffer(heard)).rejects.toThrow('The server has gone.');
});
