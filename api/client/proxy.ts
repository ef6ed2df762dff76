import { type Dispatcher, Pool, ProxyAgent } from 'undici';

/** The proxy made no connection to the service, so that no request was sent. */
export class ProxyError extends Error {
	override name = 'ProxyError';

	/** @param status of the proxy's response; null: it sent none */
	constructor(readonly status: number | null) {
		super('The proxy made no connection');
	}
}

/**
 * Connections through a proxy: a tunnel to an https service, plain requests to an http service.
 * @param proxy its address, which may hold a user and a password
 */
export function throughProxy(proxy: string, options: Omit<ProxyAgent.Options, 'uri'>): Dispatcher {
	return new ProxyAgent({ ...options, uri: proxy, proxyTunnel: false, clientFactory: connectionsToProxy });
}

/**
 * Any failure of a tunnel becomes a `ProxyError`. Undici repeats a connection at once and for ever where its error says
 * that the other side closed it, as a proxy does that is overloaded.
 */
function connectionsToProxy(origin: URL, options: object): Dispatcher {
	const pool = new Pool(origin, options);
	const connect = pool.connect.bind(pool);
	const tunnel = async (asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
		const answer = await connect(asked).catch(() => null);
		if (answer?.statusCode === 200) return answer;
		answer?.socket.on('error', () => undefined).destroy();
		throw new ProxyError(answer?.statusCode ?? null);
	};
	return Object.assign(pool, { connect: tunnel });
}
