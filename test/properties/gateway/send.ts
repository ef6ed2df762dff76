/* oxlint-disable test-time/no-timer, test-time/no-clock -- It measures how long an answer takes, and one kind of client is slow. */
import { connect } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { AnyRequest } from './requests';

export interface Exchange {
	/** Null: the connection ended without an answer. */
	status: number | null;
	headers: string;
	body: string;
	/** From the last byte sent to the end of the answer. */
	ms: number;
}

interface Secrets {
	token: string;
	hookSecret: string;
}

const SLOW_MS = 200;

/**
 * Sends a request byte by byte as it was made up: no client would, and so none is used.
 * @param hangsMs what takes longer is broken off
 */
export function send(
	url: string,
	request: AnyRequest,
	secrets: Secrets,
	hangsMs: number | undefined,
): Promise<Exchange> {
	const { hostname, port, host } = new URL(url);
	const content = request.body === null ? null : Buffer.from(request.body);
	const lines = [
		`${request.method} ${request.target} HTTP/1.1`,
		`host: ${host}`,
		'connection: close',
		...tokenOf(request, secrets).map((value) => `authorization: ${value}`),
		...request.headers.map(([name, value]) => `${name}: ${value}`),
		...(request.signed ? signatureOf(request.body ?? '', secrets) : []),
		...lengthOf(request, content),
	];
	// Header values are bytes, not UTF-8.
	const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		let began = performance.now();
		const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
		const over = hangsMs === undefined ? undefined : setTimeout(() => socket.destroy(), hangsMs);
		socket.on('data', (chunk: Buffer) => chunks.push(chunk));
		socket.on('end', () => socket.end());
		socket.on('error', () => undefined);
		socket.on('close', () => {
			clearTimeout(over);
			resolve(read(Buffer.concat(chunks), performance.now() - began));
		});
		socket.write(head);
		const finish = () => {
			const rest = bodyOf(request, content);
			if (rest.length > 0) socket.write(rest);
			if (request.sent === 'truncated' || request.sent === 'bad-chunk') socket.end();
			began = performance.now();
		};
		if (request.sent === 'slow') setTimeout(finish, SLOW_MS);
		else finish();
	});
}

function tokenOf({ token }: AnyRequest, secrets: Secrets): string[] {
	const values = { right: [`Bearer ${secrets.token}`], wrong: ['Bearer wrong'], none: [], malformed: ['Basic \u00e9'] };
	return values[token];
}

function signatureOf(body: string, { hookSecret }: Secrets): string[] {
	const now = new Date();
	const id = `msg-${body.length % 5}`;
	return [
		`webhook-id: ${id}`,
		`webhook-timestamp: ${Math.floor(now.getTime() / 1000)}`,
		`webhook-signature: ${new Webhook(hookSecret).sign(id, now, body)}`,
	];
}

function lengthOf({ sent }: AnyRequest, content: Buffer | null): string[] {
	if (content === null) return [];
	if (sent === 'chunked' || sent === 'bad-chunk') return ['transfer-encoding: chunked'];
	return [`content-length: ${content.length + (sent === 'truncated' ? 10 : 0)}`];
}

function bodyOf({ sent }: AnyRequest, content: Buffer | null): Buffer {
	if (content === null) return Buffer.alloc(0);
	if (sent === 'bad-chunk') return Buffer.concat([Buffer.from('zz\r\n'), content]);
	if (sent !== 'chunked') return content;
	const chunk = Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);
	return Buffer.concat([...(content.length === 0 ? [] : [chunk]), Buffer.from('0\r\n\r\n')]);
}

function read(answer: Buffer, ms: number): Exchange {
	// An answer to Expect: 100-continue stands before the real one.
	const text = answer.toString('utf8').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
	const [headers = '', ...rest] = text.split('\r\n\r\n');
	const status = /^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1];
	return { status: status === undefined ? null : Number(status), headers, body: rest.join('\r\n\r\n'), ms };
}
