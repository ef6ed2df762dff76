import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';

/**
 * Serves the metrics of a process that has no gateway, at /metrics, and says at /healthz that it is alive.
 * @param address IP:port of this machine; port 0 takes any free one
 * @throws Error that names the setting when the address is taken
 */
export async function serveMetrics(
	registry: Registry,
	address: string,
): Promise<{ url: string; close: () => Promise<void> }> {
	const host = address.replace(/:\d+$/, '');
	const port = Number(address.slice(host.length + 1));
	const server = createServer((request, response) => {
		const path = request.url?.replace(/\?.*$/s, '');
		if (request.method !== 'GET' || (path !== '/metrics' && path !== '/healthz')) {
			response.writeHead(404).end();
			return;
		}
		if (path === '/healthz') {
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
			return;
		}
		registry.metrics().then(
			(text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
			() => response.writeHead(500).end(),
		);
	});
	server.listen(port, host.replace(/^\[|\]$/g, ''));
	try {
		await once(server, 'listening');
	} catch (cause) {
		throw new Error(
			`The worker's metrics cannot be served at ${address}. Choose another telemetry.workerAddress, or leave it out.`,
			{ cause },
		);
	}
	// A connection that cannot be accepted later is the scraper's to repeat, and ends nothing.
	server.on('error', () => undefined);
	const listening = server.address();
	const taken = typeof listening === 'object' && listening !== null ? listening.port : port;
	return {
		url: `http://${host}:${taken}/metrics`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
