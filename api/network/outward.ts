import { Agent, fetch, Pool, type RequestInit, type Response } from 'undici';
import { throughProxy } from './proxy';
import { proxyFor } from './proxy-for';

export type OutwardResponse = Response;

/** Connections to other machines. Each goes through a proxy if the environment asks for one. */
export function outwardConnections(options: Agent.Options = {}): Agent {
	return new Agent({
		...options,
		factory: (origin) => {
			const proxy = proxyFor(origin);
			return proxy === null ? new Pool(origin, options) : throughProxy(proxy, options);
		},
	});
}

let shared: Agent | undefined;

/** `fetch` over these connections. Node's own uses no proxy. */
export function outwardFetch(url: string | URL, request: RequestInit = {}): Promise<Response> {
	shared ??= outwardConnections();
	return fetch(url, { ...request, dispatcher: shared });
}
