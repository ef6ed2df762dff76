import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../network/listen';

/** How a gateway of another version differs from this one. */
export interface OtherVersion {
	/** Routes that an older gateway does not have yet, such as `POST /v1/syncs`. */
	lacks?: readonly RegExp[];
	/** What a newer gateway responds, made of the JSON of this one. */
	responds?: (body: unknown, route: string) => unknown;
}

/** A route has another name, so the gateway responds as it does to any route or name that it does not have. */
const REMOVED = '-removed';
const FORWARDED = ['authorization', 'content-type', 'idempotency-key'] as const;

/** Stands before the real gateway, and makes one of another version of it. */
export class VersionProxy {
	private version: OtherVersion = {};

	private constructor(
		private readonly target: string,
		readonly url: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(target: string): Promise<VersionProxy> {
		const server = createServer();
		const { url, close } = await listen(server);
		const proxy = new VersionProxy(target, url, close);
		server.on('request', (request, response) => {
			proxy.respond(request, response).catch(() => response.destroy());
		});
		return proxy;
	}

	/** From now on the gateway is of this version. */
	become(version: OtherVersion): void {
		this.version = version;
	}

	private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { lacks = [], responds } = this.version;
		const { pathname, search } = new URL(request.url ?? '/', this.target);
		const route = `${request.method} ${pathname}`;
		const path = lacks.some((lacking) => lacking.test(route)) ? `${pathname}${REMOVED}` : pathname;
		const sent = await buffer(request);
		const ended = new AbortController();
		response.once('close', () => {
			ended.abort();
		});
		const answer = await fetch(`${this.target}${path}${search}`, {
			method: request.method ?? 'GET',
			headers: FORWARDED.flatMap((name): Array<[string, string]> => {
				const value = request.headers[name];
				return typeof value === 'string' ? [[name, value]] : [];
			}),
			...(sent.length > 0 && { body: sent }),
			signal: ended.signal,
		});
		const text = (await answer.text()).replaceAll(REMOVED, '');
		const isChanged = responds !== undefined && text !== '';
		response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
		response.end(isChanged ? JSON.stringify(responds(JSON.parse(text), route)) : text);
	}
}

/** Every object has a field that this version does not know. */
export function withAddedFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withAddedFields);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([name, field]) => [name, withAddedFields(field)] as const);
	return { ...Object.fromEntries(fields), addedLater: { since: '9.0.0' } };
}
