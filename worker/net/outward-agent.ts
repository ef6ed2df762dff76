import { Agent, type AgentConnectOpts } from 'agent-base';
import { type ClientRequest, type IncomingMessage, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction, NetConnectOpts, Socket } from 'node:net';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { LRUCache } from 'lru-cache';
import { afterRunning, ProxyError, proxyFor } from '../../api';

/** Proxies whose connections are kept. There is rarely more than one. */
const PROXIES = 16;

export interface OutwardOptions {
	/** Keeps connections for further requests. Default: false. */
	keepAlive?: boolean;
	/** Connections to one host at the same time. Default: any number. */
	maxSockets?: number;
	/** Finds the addresses of a host, unless a proxy does. Default: the system. */
	lookup?: LookupFunction;
	/** Called before a proxy is asked for a host. @throws to refuse the host */
	admit?: (host: string) => Promise<void>;
}

/**
 * Connections to other machines for clients on `node:http`. Each goes through a proxy if the environment asks for one, as
 * `outwardConnections` do for clients on undici.
 */
export class OutwardAgent extends Agent {
	readonly #direct: { http: HttpAgent; https: HttpsAgent };
	readonly #proxies = new LRUCache<string, { http: HttpProxyAgent<string>; https: HttpsProxyAgent<string> }>({
		max: PROXIES,
		dispose: (agents) => Object.values(agents).forEach((agent) => agent.destroy()),
	});
	readonly #admit: OutwardOptions['admit'];
	readonly #pool: { keepAlive?: boolean; maxSockets?: number };

	constructor({ admit, lookup, ...pool }: OutwardOptions = {}) {
		super();
		this.#admit = admit;
		this.#pool = pool;
		const options = { ...pool, ...(lookup === undefined ? {} : { lookup }) };
		this.#direct = { http: new HttpAgent(options), https: new HttpsAgent(options) };
	}

	override async connect(_request: ClientRequest, options: AgentConnectOpts): Promise<HttpAgent> {
		const scheme = options.secureEndpoint ? 'https' : 'http';
		const host = options.host ?? 'localhost';
		const proxy = proxyFor(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${options.port}`);
		if (proxy === null) return this.#direct[scheme];
		await this.#admit?.(host);
		return this.#through(proxy.href)[scheme];
	}

	override destroy(): void {
		Object.values(this.#direct).forEach((agent) => agent.destroy());
		this.#proxies.clear();
		super.destroy();
	}

	#through(proxy: string) {
		const known = this.#proxies.get(proxy);
		if (known !== undefined) return known;
		const agents = { http: new PlainProxy(proxy, this.#pool), https: new Tunnel(proxy, this.#pool) };
		this.#proxies.set(proxy, agents);
		return agents;
	}
}

/** For the connection to a proxy and its response, in milliseconds. No time limit of a request counts before it. */
const CONNECT_WITHIN_MS = 5_000;

/** The library passes on a proxy's refusal as if it were the response of the host. */
class Tunnel extends HttpsProxyAgent<string> {
	override async connect(request: ClientRequest, options: AgentConnectOpts) {
		let status: number | undefined;
		request.once('proxyConnect', ({ statusCode }: IncomingMessage) => {
			status = statusCode;
		});
		const socket = await inTime(this, () => super.connect(request, options));
		if (status === 200) return socket;
		socket.destroy();
		throw ProxyError.answered(status);
	}
}

/** A proxy that cannot be reached would look like the host. */
class PlainProxy extends HttpProxyAgent<string> {
	override connect(...[request, options]: Parameters<HttpProxyAgent<string>['connect']>) {
		return inTime(this, () => super.connect(request, options));
	}
}

/** @throws ProxyError if the proxy makes no connection in time */
async function inTime(agent: { connectOpts: NetConnectOpts }, connect: () => Promise<Socket>): Promise<Socket> {
	const waiting = new AbortController();
	const stop = afterRunning(CONNECT_WITHIN_MS, () => waiting.abort());
	// The libraries read it at once, before anything else can set it.
	Object.assign(agent.connectOpts, { signal: waiting.signal });
	try {
		return await connect();
	} catch {
		throw ProxyError.answered(undefined);
	} finally {
		stop();
	}
}
