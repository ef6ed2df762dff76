import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as sendRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../../scripts/processes/free-port.mjs';
import { startService } from '../../../../scripts/processes/service.mjs';
import { eventually } from '../../../support/time/eventually';
import { findTinyproxy } from '../../../../scripts/tools/proxies/find-tinyproxy.mjs';

export interface FilteringProxy {
	url: string;
	/** The hosts that it was asked for, with CONNECT or by a plain request, from its own log. Empties the list. */
	asked(): Promise<string[]>;
	close(): Promise<void>;
}

/**
 * Tinyproxy, as a company runs it between its network and the internet: it lets through what its list has. Only behind it
 * do the names lead anywhere.
 * @param internet the port of this machine behind each name
 * @param allowed names that it lets through
 * @returns null: this machine has no Tinyproxy and cannot fetch it
 */
export async function startFilteringProxy(
	internet: Readonly<Record<string, number>>,
	allowed: readonly string[],
): Promise<FilteringProxy | null> {
	const command = await findTinyproxy({ cache: cacheFolder() });
	if (command === null) return null;
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-proxy-'));
	const behind = await serveInternet(internet);
	const [port, log] = [await freePort(), join(folder, 'log')];
	await writeFile(
		join(folder, 'filter'),
		allowed.map((name) => `^${name.replaceAll('.', String.raw`\.`)}$\n`).join(''),
	);
	const settings = [
		...[`Port ${port}`, 'Listen 127.0.0.1', 'Timeout 60', `LogFile "${log}"`, 'LogLevel Connect'],
		...[`Filter "${join(folder, 'filter')}"`, 'FilterDefaultDeny Yes', 'FilterExtended On'],
		`Upstream http 127.0.0.1:${behind.port}`,
	];
	await writeFile(join(folder, 'settings'), `${settings.join('\n')}\n`);
	const service = await startService({
		name: 'Tinyproxy',
		command,
		args: ['-d', '-c', join(folder, 'settings')],
		logFile: join(folder, 'output'),
	});
	await service.whileRunning(
		'it listened',
		eventually(() => isListening(port), Boolean, 'Tinyproxy'),
	);
	let read = 0;
	return {
		url: `http://127.0.0.1:${port}`,
		async asked() {
			const text = await readFile(log, 'utf8');
			const fresh = text.slice(read);
			read = text.length;
			return [...fresh.matchAll(/Request \(file descriptor \d+\): [A-Z]+ (?:https?:\/\/)?([^/ ]+)/g)].map(
				([, host = '']) => host,
			);
		},
		async close() {
			await service.stop();
			behind.server.closeAllConnections();
			behind.server.close();
			await rm(folder, { recursive: true });
		},
	};
}

/** Leads requests and tunnels to the ports behind the names. */
async function serveInternet(ports: Readonly<Record<string, number>>): Promise<{ server: Server; port: number }> {
	const portOf = (host: string) => ports[host.replace(/:\d+$/, '')];
	const server = createServer((request, response) => {
		const { host, pathname, search } = new URL(request.url ?? '');
		const { method, headers } = request;
		const there = sendRequest({ port: portOf(host), path: pathname + search, method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		there.on('error', () => response.destroy());
		request.pipe(there);
	});
	server.on('connect', ({ url = '' }, client) => {
		const there = connect(portOf(url) ?? 0, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			there.pipe(client).pipe(there);
		});
		there.on('error', () => client.destroy());
		client.on('error', () => there.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, port: (server.address() as AddressInfo).port };
}

function isListening(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.on('error', () => resolve(false));
	});
}
