import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '..';
import { inMemoryGateway, type InMemoryOptions } from './in-memory-gateway';

export interface TestRequest {
	method?: string;
	/** Path and query. */
	url: string;
	/** Sent as JSON, unless it is a string. */
	payload?: unknown;
	headers?: Record<string, string>;
	/** The bearer token; default: the right one; null: none. */
	token?: string | null;
	signal?: AbortSignal;
}

export interface TestReply {
	status: number;
	headers: Headers;
	text: string;
	/** Null when the answer is not JSON. */
	body: unknown;
}

export interface TestGateway {
	url: string;
	/** The right one. */
	token: string;
	ask: (request: TestRequest) => Promise<TestReply>;
	close: () => Promise<void>;
}

const open: TestGateway[] = [];
/** Of the gateways of the test. Several test files share a process, so none of the folders outlives its test. */
const blobFolders: string[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map((gateway) => gateway.close()));
	for (const folder of blobFolders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A gateway on a free port, over tasks in memory; closed after the test. `baseUrl` is its connection's service. */
export async function testGateway(options: InMemoryOptions = {}): Promise<TestGateway> {
	const directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-blobs-'));
	blobFolders.push(directory);
	const { services, token } = inMemoryGateway(directory, options);
	const { url, close } = await startGateway(services);
	const gateway = { url, token, close, ask: (request: TestRequest) => ask(url, token, request) };
	open.push(gateway);
	return gateway;
}

async function ask(gatewayUrl: string, rightToken: string, request: TestRequest): Promise<TestReply> {
	const { method = 'GET', url, payload, headers, token = rightToken, signal } = request;
	const reply = await fetch(gatewayUrl + url, {
		method,
		headers: {
			...(token === null ? {} : { authorization: `Bearer ${token}` }),
			...(payload === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(payload === undefined ? {} : { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
		...(signal === undefined ? {} : { signal }),
	});
	const text = await reply.text();
	return { status: reply.status, headers: reply.headers, text, body: jsonOf(text) };
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return null;
	}
}
