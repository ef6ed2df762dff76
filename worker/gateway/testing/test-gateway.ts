import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '..';
import { inMemoryGateway, type InMemoryOptions } from './in-memory-gateway';
import { startStandingGateway, type StandingGateway } from './standing-gateway';

const BLOBS = join(tmpdir(), 'agent-knowledge-blobs-');

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
}

/** A gateway on a free port, over tasks in memory, until the test ends. */
export async function testGateway(
	options: InMemoryOptions = {},
): Promise<TestGateway & { close: () => Promise<void> }> {
	const directory = mkdtempSync(BLOBS);
	const { services, token } = inMemoryGateway(directory, options);
	const { url, close } = await startGateway(services);
	onTestFinished(async () => {
		await close();
		rmSync(directory, { recursive: true, force: true });
	});
	return { url, token, close, ask: (request) => ask(url, token, request) };
}

/** What the gateway reads once, at its start. */
type ReadAtStart = 'inFile' | 'config' | 'hooks' | 'logger' | 'people' | 'sendsMail' | 'webhookHosts' | 'temporalPages';

export interface FileGateway extends TestGateway {
	/** Gives the gateway new services, with these among them. */
	serve: (services?: Omit<InMemoryOptions, ReadAtStart>) => FileGateway;
}

/** One gateway for the tests of a file. Behind it each test has services of its own. */
export function useTestGateway(options: InMemoryOptions = {}): FileGateway {
	let [directory, served, url, token] = ['', 0, '', ''];
	let running: StandingGateway | undefined;
	function made(more: InMemoryOptions = {}) {
		const memory = inMemoryGateway(join(directory, String((served += 1))), { ...options, ...more });
		({ token } = memory);
		return memory.services;
	}

	const gateway: FileGateway = {
		get url() {
			return url;
		},
		get token() {
			return token;
		},
		ask: (request) => ask(url, token, request),
		serve(more) {
			running?.replace(made(more));
			return gateway;
		},
	};
	beforeAll(async () => {
		directory = mkdtempSync(BLOBS);
		running = await startStandingGateway(made());
		({ url } = running);
	});
	beforeEach(() => {
		gateway.serve();
	});
	afterAll(async () => {
		await running?.close();
		rmSync(directory, { recursive: true, force: true });
	});
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
