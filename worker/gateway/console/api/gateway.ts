import { at, BASE_PATH } from './base-path';
import { GatewayError, type Refusal } from './gateway-error';
import { isPageOfProxy } from './page-of-proxy';

/** A read that takes longer than this counts as no response, in ms. */
const LONGEST_READ_MS = 30_000;
/** A change that takes longer than this has an unknown outcome, in ms. */
const LONGEST_CHANGE_MS = 60_000;
/** Another site of the same host, or another gateway below another path of it, has the same storage. */
const TOKEN = `token of ${BASE_PATH}`;

/** The token stays in this tab and is gone when the tab closes. */
export const token = {
	get: () => sessionStorage.getItem(TOKEN),
	set: (value: string) => sessionStorage.setItem(TOKEN, value),
	forget: () => sessionStorage.removeItem(TOKEN),
};

/** What the gateway says about a change, if it says something. */
export interface Answer {
	message?: string;
}

/**
 * Reads from the gateway.
 * @param path below the gateway's address, with its query
 * @param bearer the token to read with; null: only what the browser itself adds. Default: the tab's
 * @throws {GatewayError}
 */
export async function read(path: string, bearer = token.get()): Promise<unknown> {
	const response = await send(path, { signal: AbortSignal.timeout(LONGEST_READ_MS) }, bearer);
	return response.json();
}

/**
 * Sends a request that changes something, with an Idempotency-Key of its own.
 * @throws {GatewayError}
 */
export async function post(path: string, body?: object): Promise<Answer> {
	const headers = { 'idempotency-key': newKey(), ...(body && { 'content-type': 'application/json' }) };
	const response = await send(path, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) });
	return (await response.json()) as Answer;
}

/** A request that changes something. */
export interface Change {
	method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	path: string;
	body?: object;
	/** Headers beside those of every request, such as an Idempotency-Key of the caller's. */
	headers?: Readonly<Record<string, string>>;
	/** The token to send with. Default: the tab's. */
	bearer?: string;
}

/**
 * Sends a change with the caller's own headers.
 * @returns the response; undefined if it has no content
 * @throws {GatewayError}
 */
export async function change({ method, path, body, headers = {}, bearer }: Change): Promise<unknown> {
	const request = {
		method,
		headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
		signal: AbortSignal.timeout(LONGEST_CHANGE_MS),
	};
	const response = await send(path, request, bearer);
	return response.status === 204 ? undefined : response.json();
}

/**
 * Uploads a file, so that the input of a task can refer to it. It may take as long as it needs.
 * @returns its reference
 * @throws {GatewayError}
 */
export async function upload(file: Blob): Promise<string> {
	const headers = { 'content-type': 'application/octet-stream' };
	const response = await send('/v1/blobs', { method: 'PUT', headers, body: file });
	return ((await response.json()) as { blob: string }).blob;
}

/**
 * Saves a file of a task under its name.
 * @throws {GatewayError}
 */
export async function download(path: string, name: string): Promise<void> {
	const response = await send(path);
	const url = URL.createObjectURL(await response.blob());
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}

async function send(path: string, request: RequestInit = {}, bearer = token.get()): Promise<Response> {
	const headers = new Headers(request.headers);
	// A proxy then refuses with 401 instead of sending a page to sign in.
	headers.set('accept', 'application/json');
	if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
	// Followed, a redirect to a page that signs in would look like no response, and would take the body there.
	const response = await reached(() => fetch(at(path), { ...request, headers, cache: 'no-store', redirect: 'manual' }));
	if (isPageOfProxy(response)) throw proxyAsks();
	if (response.ok) return response;
	const refusal = await refusalOf(response);
	if (response.status === 401 && refusal === null) throw proxyAsks();
	if (refusal === null) throw new GatewayError(`The gateway returned status ${response.status}.`, response.status);
	const { detail, ...rest } = refusal;
	throw new GatewayError(detail, response.status, rest);
}

async function reached(call: () => Promise<Response>): Promise<Response> {
	try {
		return await call();
	} catch {
		throw new GatewayError('The gateway does not respond.', 0);
	}
}

/** What the gateway says. Null: something between the browser and the gateway answered. */
async function refusalOf(response: Response): Promise<(Refusal & { detail: string }) | null> {
	try {
		const { detail, type = '', issues = [] } = (await response.json()) as Partial<Refusal> & { detail?: unknown };
		return typeof detail === 'string' ? { detail, type, issues } : null;
	} catch {
		return null;
	}
}

function proxyAsks(): GatewayError {
	return new GatewayError(
		'The reverse proxy in front of the gateway asks you to sign in. Nothing was done.',
		401,
		{ type: '', issues: [] },
		true,
	);
}

/** A new Idempotency-Key. crypto.randomUUID exists on https only. */
export function newKey(): string {
	return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
