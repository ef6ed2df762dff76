import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { KEEP_ALIVE_MS } from '../../api';
import { isOwnHost } from '../net/own-host';

/** One part that must work before a process is ready. */
export interface ReadinessCheck {
	name: string;
	/** Resolves if the part works. Throws with the reason if it does not. */
	check(): Promise<void>;
}

export interface ServedOperations {
	/** The actual address, for example http://127.0.0.1:4021. */
	url: string;
	close: () => Promise<void>;
}

interface OperationsSettings {
	registry: Registry;
	readiness: readonly ReadinessCheck[];
	/** IP:port of this machine; port 0 takes any free one. */
	address: string;
	/** The setting with the address, for the error message. */
	setting: string;
	/** Names of this server that anybody could register, besides those that `isOwnHost` knows. */
	hosts: readonly string[];
}

/**
 * Serves the endpoints for operators on a separate address: `/metrics` for Prometheus, `/readyz` with the state of each
 * part, and `/healthz`. They need no token, so the address must be inside the network, and a request must name this server.
 * @throws Error that names the setting if the process cannot listen on the address
 */
export async function serveOperations(settings: OperationsSettings): Promise<ServedOperations> {
	const { address, setting } = settings;
	const host = address.replace(/:\d+$/, '');
	const port = Number(address.slice(host.length + 1));
	const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
		response.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff');
		if (!isOwnHost(request.headers.host, settings.hosts)) return void response.writeHead(421).end(FOREIGN);
		answer(request.method, request.url?.replace(/\?.*/s, ''), settings, response).catch(() => {
			response.writeHead(500).end();
		});
	});
	server.listen(port, host.replace(/^\[|\]$/g, ''));
	try {
		await once(server, 'listening');
	} catch (cause) {
		throw new Error(
			`The process cannot serve metrics and readiness at ${address}. Another program may listen there. Choose another ${setting}.`,
			{ cause },
		);
	}
	// A connection that cannot be accepted later does not end the process. The caller can repeat it.
	server.on('error', () => undefined);
	const listening = server.address();
	const taken = typeof listening === 'object' && listening !== null ? listening.port : port;
	return {
		url: `http://${host}:${taken}`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

const FOREIGN = 'This server does not know the host name of the request. Add the name to telemetry.hosts.\n';

async function answer(
	method: string | undefined,
	path: string | undefined,
	{ registry, readiness }: OperationsSettings,
	response: ServerResponse,
): Promise<void> {
	if (method === 'GET' && path === '/healthz') {
		sendJson(response, 200, { status: 'ok' });
	} else if (method === 'GET' && path === '/readyz') {
		const checks = await Promise.all(readiness.map(outcome));
		const ready = checks.every(({ ok }) => ok);
		sendJson(response, ready ? 200 : 503, { ready, checks });
	} else if (method === 'GET' && path === '/metrics') {
		const text = await registry.metrics();
		response.writeHead(200, { 'content-type': registry.contentType }).end(text);
	} else {
		response.writeHead(404).end();
	}
}

function sendJson(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function outcome(part: ReadinessCheck) {
	const { name } = part;
	try {
		await part.check();
		return { name, ok: true };
	} catch (error) {
		return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
	}
}
