import { isNativeError } from 'node:util/types';
import { fetch, type Response } from 'undici';
import { timeLimit } from '../../api';
import type { AddressGuard } from './address-guard';
import { FetchError, NotPublicError } from './page';

/** The crawler's name for websites and their robots.txt. */
export const USER_AGENT = 'AgentKnowledgeBot/1.0';

const MAX_REDIRECTS = 5;
const TIME_LIMIT_MS = 15_000;
const SIZE_LIMIT_BYTES = 5 * 1024 * 1024;

export interface FetchedDocument {
	/** Its address after redirects. */
	url: URL;
	/** The media type without parameters, in lower case. */
	mediaType: string;
	charset: string | undefined;
	robotsTag: string;
	body: Buffer;
}

/** Called before every request, redirects included. @throws FetchError if the address may not be read */
type Permission = (url: URL) => Promise<void>;

/**
 * Reads one document. It follows redirects itself, to check each of them.
 *
 * @param permit Default: every public address may be read @throws FetchError NotPublicError, or the signal's reason
 */
export async function fetchDocument(
	guard: AddressGuard,
	start: URL,
	signal: AbortSignal,
	permit?: Permission,
): Promise<FetchedDocument> {
	const limit = timeLimit(TIME_LIMIT_MS);
	try {
		return await followRedirects(guard, start, AbortSignal.any([signal, limit]), permit);
	} catch (error) {
		if (signal.aborted) throw error;
		if (limit.aborted) throw new FetchError(`it did not respond within ${TIME_LIMIT_MS / 1000} s`);
		throw readableError(error);
	}
}

async function followRedirects(
	guard: AddressGuard,
	start: URL,
	signal: AbortSignal,
	permit?: Permission,
): Promise<FetchedDocument> {
	let url = start;
	let isPublic = false;
	for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
		// The settings let people name a local host, and no website.
		if (isPublic && guard.isAllowed(url)) throw new NotPublicError(`${url.host} is a private or internal address`);
		isPublic ||= !guard.isAllowed(url);
		await guard.check(url);
		await permit?.(url);
		const response = await fetch(url, {
			redirect: 'manual',
			dispatcher: guard.dispatcherFor(url),
			headers: {
				'user-agent': USER_AGENT,
				accept: 'text/html,application/xhtml+xml,text/plain,application/xml;q=0.9,*/*;q=0.1',
			},
			signal,
		});
		const target = redirectTarget(response, url);
		if (!target) return readDocument(response, url);
		await response.body?.cancel();
		url = target;
	}
	throw new FetchError(`it redirects more than ${MAX_REDIRECTS} times`);
}

function redirectTarget(response: Response, url: URL): URL | undefined {
	const location = response.headers.get('location');
	if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined;
	if (!URL.canParse(location, url.href)) throw new FetchError('it redirects to an invalid address');
	return new URL(location, url);
}

async function readDocument(response: Response, url: URL): Promise<FetchedDocument> {
	if (!response.ok) {
		await response.body?.cancel();
		throw new FetchError(`it responded with status ${response.status}`, response.status);
	}
	const [mediaType = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
	const charset = parameters.map((part) => /^\s*charset\s*=\s*"?([^\s"]+)/.exec(part)?.[1]).find(Boolean);
	return {
		url,
		mediaType: mediaType.trim(),
		charset,
		robotsTag: response.headers.get('x-robots-tag')?.toLowerCase() ?? '',
		body: await readBody(response),
	};
}

async function readBody(response: Response): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of response.body ?? []) {
		if (!(chunk instanceof Uint8Array)) continue;
		size += chunk.length;
		if (size > SIZE_LIMIT_BYTES) throw new FetchError(`it is larger than ${SIZE_LIMIT_BYTES / 1024 / 1024} MB`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

const REASONS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		ECONNREFUSED: 'the connection was refused',
		ECONNRESET: 'the connection was closed early',
		UND_ERR_SOCKET: 'the connection was closed early',
		ENOTFOUND: 'its host name is unknown',
		EAI_AGAIN: 'its host name could not be resolved',
		UND_ERR_CONNECT_TIMEOUT: 'it did not respond',
	}),
);

/** fetch() only reports "fetch failed". The cause says what happened. */
function readableError(error: unknown): Error {
	if (error instanceof FetchError || error instanceof NotPublicError) return error;
	const cause = isNativeError(error) && error.cause !== undefined ? error.cause : error;
	if (cause instanceof NotPublicError) return cause;
	if (!isNativeError(cause)) return new FetchError('it could not be read');
	const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
	return new FetchError(REASONS.get(code) ?? (cause.message === '' ? 'it could not be read' : cause.message));
}
