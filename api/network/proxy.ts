import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { ProxyError } from './proxy-error';

/** Connections through a proxy: a tunnel to an https service, plain requests to an http service. */
export function throughProxy(proxy: URL, options: Omit<ProxyAgent.Options, 'uri'>): Dispatcher {
	const isProxy = (origin: string | URL) => new URL(origin).origin === proxy.origin;
	return new ProxyAgent({
		...options,
		uri: proxy.href,
		proxyTunnel: false,
		clientFactory: tunnels,
		factory: (origin, found) => new Pool(origin, isProxy(origin) ? namingProxy(found) : found),
	});
}

/**
 * Any failure of a tunnel becomes a `ProxyError`. Undici repeats a connection at once and for ever where its error says
 * that the other side closed it, as a proxy does that is overloaded.
 */
function tunnels(origin: URL, options: object): Dispatcher {
	const pool = new Pool(origin, options);
	const connect = pool.connect.bind(pool);
	const tunnel = async (asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
		const answer = await connect(asked).catch(() => null);
		if (answer?.statusCode === 200) return answer;
		answer?.socket.on('error', () => undefined).destroy();
		throw ProxyError.answered(answer?.statusCode);
	};
	return Object.assign(pool, { connect: tunnel });
}

/** A proxy of plain requests that refuses the connection would look like the service. */
function namingProxy(options: Pool.Options): Pool.Options {
	const { connect } = options;
	if (typeof connect !== 'function') return options;
	const named: buildConnector.connector = (asked, done) =>
		connect(asked, (...result) => {
			if (result[0] === null) done(...result);
			else done(ProxyError.answered(undefined), null);
		});
	return { ...options, connect: named };
}
