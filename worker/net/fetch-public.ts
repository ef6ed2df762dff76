import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ProxyError, timeLimit } from '../../api';
import { overAgent } from './post-json';
import { NOT_PUBLIC } from './public-address';
import { agentFor, type AllowedHosts, publicReachOf, reachOf, type WebhookReach } from './webhook-target';

const MOST_REDIRECTS = 5;
/** For the whole document, redirects included. */
const TIMEOUT_MS = 60_000;
const REDIRECTS = [301, 302, 303, 307, 308];
const PROTOCOLS = ['https:', 'http:'];

export interface FetchedDocument {
	/** The address after redirects. */
	url: string;
	/** Of this address. What it names is fetched with it as `from`. */
	reach: WebhookReach;
}

export interface FetchRules extends AllowedHosts {
	/** The most of the unpacked response. */
	mostBytes: number;
	signal: AbortSignal;
	/** Of the document that names the address. What began in public stays in public. Default: a caller names it. */
	from?: WebhookReach | undefined;
}

/** A document could not be fetched. The message is the end of a sentence that begins with its address. */
export class FetchError extends Error {
	override readonly name = 'FetchError';
}

/**
 * Fetches a document of the internet once, into a file. Each redirect is checked as the address itself is, and each name
 * when the connection is made. A public address leads to no private one, even if `hosts` names it.
 * @param path of the file, which must not be there yet
 * @throws FetchError if the request or its response fails, the reason of the signal, or what this machine says of the file
 */
export async function fetchPublic(
	address: string,
	{ signal, ...rules }: FetchRules,
	path: string,
): Promise<FetchedDocument> {
	const timeout = timeLimit(TIMEOUT_MS);
	const either = AbortSignal.any([signal, timeout]);
	try {
		return await follow(address, { ...rules, signal: either }, path);
	} catch (error) {
		signal.throwIfAborted();
		if (timeout.aborted) throw new FetchError(`did not come whole within ${TIMEOUT_MS / 1000} s. Try it again later`);
		throw error;
	}
}

async function follow(
	start: string,
	{ mostBytes, signal, from, ...allowed }: FetchRules,
	path: string,
): Promise<FetchedDocument> {
	let url = start;
	let isPublic = from !== undefined && from !== 'named';
	for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
		const reach = (isPublic ? publicReachOf : reachOf)(url, allowed, PROTOCOLS);
		if (reach === null)
			throw new FetchError(
				`${hops === 0 ? 'is' : 'redirects to'} an address that the worker may not fetch. Use a public address`,
			);
		isPublic = reach !== 'named';
		const response = await requested(url, {
			headers: { 'user-agent': 'agent-knowledge', accept: 'application/xml,text/xml,*/*;q=0.1' },
			...overAgent(agentFor(reach)),
			signal,
		});
		const target = targetOf(response, url);
		if (target === null) {
			await keepBody(response, mostBytes, path);
			return { url, reach };
		}
		response.data.destroy();
		url = target;
	}
	throw new FetchError(`redirects more than ${MOST_REDIRECTS} times`);
}

async function requested(url: string, config: AxiosRequestConfig): Promise<AxiosResponse<Readable>> {
	try {
		return await axios.get<Readable>(url, {
			...config,
			maxRedirects: 0,
			responseType: 'stream',
			validateStatus: () => true,
		});
	} catch (error) {
		throw new FetchError(reasonOf(error));
	}
}

function targetOf({ status, headers }: AxiosResponse<Readable>, url: string): string | null {
	const location: unknown = headers['location'];
	if (!REDIRECTS.includes(status) || typeof location !== 'string') return null;
	if (!URL.canParse(location, url)) throw new FetchError('redirects to something that is no address');
	return new URL(location, url).href;
}

async function keepBody({ status, data }: AxiosResponse<Readable>, mostBytes: number, path: string): Promise<void> {
	if (status !== 200) {
		data.destroy();
		throw new FetchError(`responded with status ${status}. Open it in a browser without signing in`);
	}
	const bounded = async function* (chunks: AsyncIterable<Buffer>) {
		let size = 0;
		for await (const chunk of received(chunks)) {
			size += chunk.length;
			if (size > mostBytes) throw new FetchError(`is larger than ${Math.floor(mostBytes / 1024 / 1024)} MB`);
			yield chunk;
		}
	};
	try {
		await writeFile(path, bounded(data), { mode: 0o600, flag: 'wx' });
	} finally {
		data.destroy();
	}
}

/** An error of the file says nothing of the address, so only those of the response are told with it. */
async function* received(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	try {
		yield* chunks;
	} catch (error) {
		throw new FetchError(reasonOf(error));
	}
}

function reasonOf(error: unknown): string {
	if (error instanceof ProxyError) return 'could not be reached: the proxy made no connection';
	const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
	if (code === NOT_PUBLIC) return 'leads to an address that is not public. Use a public address';
	return `could not be fetched${code === null ? '' : ` (${code})`}. Check the address, and whether its server responds`;
}
