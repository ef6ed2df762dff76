import { z } from 'zod';
import type { Scope } from '../../../api';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';

export interface Answer {
	status: number;
	headers: Headers;
	body: unknown;
}

export interface CallOptions {
	/** Sent as JSON; a form as a form. */
	body?: unknown;
	/** Left out: the seeded key. Null: none. */
	key?: string | null;
}

const newKeySchema = z.object({ id: z.string(), key: z.string() });

/** A sandbox of a test's own, on free ports, called as any customer and its dashboard would. */
export class TestSandbox {
	private constructor(readonly running: RunningSandbox) {}

	static async start(options: SandboxOptions = {}): Promise<TestSandbox> {
		return new TestSandbox(await startSandbox({ rateLimit: 'none', clockFactor: 1000, ...options }));
	}

	/** One that runs already, in a process of its own say. */
	static of(running: RunningSandbox): TestSandbox {
		return new TestSandbox(running);
	}

	/** Calls the customer API; `path` is given without /api/v1. */
	call(method: string, path: string, { body, key = this.running.seedKey }: CallOptions = {}): Promise<Answer> {
		return request(method, `${this.running.apiUrl}/api/v1${path}`, key, body);
	}

	/** As `call`, with these bytes as the body. */
	callWithBytes(method: string, path: string, body: string | null, contentType: string): Promise<Answer> {
		const headers = { authorization: `Bearer ${this.running.seedKey}`, 'content-type': contentType };
		return answerOf(fetch(`${this.running.apiUrl}/api/v1${path}`, { method, headers, body }));
	}

	/** Sends a form to the customer API. */
	upload(path: string, form: FormData): Promise<Answer> {
		return this.call('POST', path, { body: form });
	}

	admin(method: string, path: string, body?: unknown): Promise<Answer> {
		return request(method, `${this.running.adminUrl}${path}`, this.running.adminToken, body);
	}

	async createKey(key: { scopes: Scope[]; agentIds?: string[]; expiresAt?: string }) {
		const { body } = await this.admin('POST', '/keys', { name: 'Test', ...key });
		return newKeySchema.parse(body);
	}
}

function request(method: string, url: string, token: string | null, body: unknown): Promise<Answer> {
	const headers = new Headers();
	if (token !== null) headers.set('authorization', `Bearer ${token}`);
	if (body instanceof FormData) return answerOf(fetch(url, { method, headers, body }));
	if (body !== undefined) headers.set('content-type', 'application/json');
	return answerOf(fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
}

async function answerOf(sent: Promise<Response>): Promise<Answer> {
	const response = await sent;
	const text = await response.text();
	const parsed: unknown = text === '' ? undefined : JSON.parse(text);
	return { status: response.status, headers: response.headers, body: parsed };
}
