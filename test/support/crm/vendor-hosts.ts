import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { listen } from '../network/listen';

export interface VendorHosts {
	/** The settings with which n8n reaches the stand-ins: a proxy for https, and its certificate. */
	env: NodeJS.ProcessEnv;
	close(): Promise<void>;
}

/**
 * Stand-ins at the real hosts of vendors. n8n's own nodes have these hosts in their code, so that no setting of a flow
 * leads elsewhere. n8n sends them through this proxy, as through the proxy of a company, and the proxy answers itself.
 * @param hosts who answers for each host, such as `api.hubapi.com`; every other host is refused
 */
export async function startVendorHosts(hosts: Readonly<Record<string, RequestListener>>): Promise<VendorHosts> {
	const { private: key, cert } = await certificateFor(Object.keys(hosts));
	const vendors = createHttpsServer({ key, cert }, (request, response) => {
		const answer = hosts[request.headers.host ?? ''];
		if (answer === undefined) response.writeHead(421).end();
		else answer(request, response);
	});
	const vendorServer = await listen(vendors);
	const proxy = createHttpServer((_request, response) => response.writeHead(405).end());
	proxy.on('connect', (request, client, head) => {
		const host = (request.url ?? '').replace(/:443$/, '');
		if (!Object.hasOwn(hosts, host)) {
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const vendor = connect(vendorServer.port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			vendor.write(head);
			vendor.pipe(client).pipe(vendor);
		});
		// Either side may end the connection at any time.
		vendor.on('error', () => client.destroy());
		client.on('error', () => vendor.destroy());
	});
	const proxyServer = await listen(proxy);

	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-vendors-'));
	const certificateFile = join(folder, 'vendors.pem');
	await writeFile(certificateFile, cert);
	return {
		env: {
			HTTPS_PROXY: proxyServer.url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		close: async () => {
			// Tunnels stay open on both sides until n8n ends, so that nobody waits for them.
			for (const server of [proxyServer, vendorServer]) void server.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function certificateFor(hosts: readonly string[]) {
	return generate([{ name: 'commonName', value: 'Stand-ins of vendors' }], {
		keyType: 'ec',
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'extKeyUsage', serverAuth: true },
			{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) },
		],
	});
}
