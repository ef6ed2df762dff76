import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { SandboxConfig } from './config';
import { keptSecret } from './keys/kept-secret';
import { createServer } from './plugins/create-server';
import { adminApi } from './routes/admin';
import { API_PREFIX, customerApi } from './routes/api';
import { homePage } from './routes/home';
import { website } from './routes/site';
import { openServices } from './sandbox';
import { seed } from './seed';

/** Everything may be left out: then free ports, a new data folder that `close` removes, and a quiet log. */
export type SandboxOptions = Partial<SandboxConfig>;

export interface RunningSandbox {
	/** Without /api/v1. */
	apiUrl: string;
	siteUrl: string;
	adminUrl: string;
	adminToken: string;
	/** An API key with all permissions on all agents. */
	seedKey: string;
	/** Stops it within 2 s. What was under way goes on at the next start on the same data folder. */
	close(): Promise<void>;
}

/** Starts the sandbox in this process: the API, its website and the admin API. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const temporaryDir = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), 'sandbox-')) : undefined;
	const config = withDefaults(options, temporaryDir ?? '');
	const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
	const adminToken = config.adminToken ?? keptSecret(config.dataDir, 'admin-token', 'admin_');
	const seedKey = config.seedKey ?? keptSecret(config.dataDir, 'seed-key', 'ak_');
	const services = openServices(config, log);
	const { repositories, jobs, guard } = services;

	const site = createServer(log);
	await site.register(website);
	const api = createServer(log);
	const admin = createServer(log);
	const servers = [api, site, admin];
	const close = async () => {
		await Promise.all([...servers.map((server) => server.close()), jobs.stop()]);
		await guard.close();
		services.database.close();
		if (temporaryDir !== undefined) await rm(temporaryDir, { recursive: true, force: true });
	};
	try {
		const siteUrl = await listen(site, config.host, config.sitePort);
		guard.allow(new URL(siteUrl).host);
		seed(services, { key: seedKey, website: `${siteUrl}/` });

		await api.register(homePage(() => siteUrl));
		await api.register(customerApi(services), { prefix: API_PREFIX });
		await admin.register(adminApi({ ...services, token: adminToken, requestLog: repositories.requestLog }));
		const adminUrl = await listen(admin, config.host, config.adminPort);
		const apiUrl = await listen(api, config.host, config.port);
		jobs.start();
		return { apiUrl, siteUrl, adminUrl, adminToken, seedKey, close };
	} catch (error) {
		await close();
		throw error;
	}
}

function withDefaults(options: SandboxOptions, temporaryDir: string): SandboxConfig {
	return {
		host: '127.0.0.1',
		port: 0,
		sitePort: 0,
		adminPort: 0,
		dataDir: temporaryDir,
		clockFactor: 1,
		rateLimit: 60,
		crawlLocalHosts: [],
		logLevel: 'silent',
		...options,
	};
}

async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
	await server.listen({ host, port });
	const address = server.server.address() as AddressInfo;
	// Whoever listens everywhere is reached on this machine here.
	const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
	return `http://${name}:${address.port}`;
}
