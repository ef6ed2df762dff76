import type { FastifyInstance } from 'fastify';

/** Starts a server and tells where this machine reaches it. @throws when the port is taken */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<URL> {
	await server.listen({ host, port });
	const address = server.server.address();
	if (address === null || typeof address === 'string') throw new Error(`The server listens on no port of ${host}.`);
	return new URL(`http://${reachableName(host)}:${address.port}`);
}

/** A server that listens everywhere is reached by the loopback address; IPv6 is written in brackets. */
function reachableName(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
	return host.includes(':') ? `[${host}]` : host;
}
