import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { escapedJson } from '../../api';
import { loadOrCreateSecret } from '../account/secrets';
import { adminApi } from '../admin/admin-api';
import { dashboard } from '../dashboard/dashboard';
import { openDatabase } from '../database/open-database';
import { seed } from '../demo/seed';
import { website } from '../demo/website/website';
import { urlOf } from '../email/smtp-client';
import { mcpServer } from '../mcp/mcp-endpoint';
import { API_PREFIX, customerApi } from '../operations/customer-api';
import { DEFAULT_SETTINGS, Settings, settingsOf } from '../runtime/settings';
import { createServer, listen } from '../server/create-server';
import { errorEnvelope } from '../server/error-envelope';
import { fullLimitHeaders } from '../server/rate-limit';
import { widget } from '../widget/widget';
import type { SandboxConfig } from './config';
import { createServices } from './create-services';

/** Defaults: free ports, a silent log, and a temporary data folder that `close` removes. */
export type SandboxOptions = Partial<SandboxConfig>;

export interface RunningSandbox {
	/** Without /api/v1. */
	apiUrl: string;
	/** The website the seeded agents are trained on. */
	siteUrl: string;
	adminUrl: string;
	/** The sandbox's own mail server, as smtp://host:port. */
	smtpUrl: string;
	adminToken: string;
	/** Value of the seeded key, which may do everything. */
	seedKey: string;
	/** Releases ports and files. Background work continues at the next start with the same data folder. */
	close(): Promise<void>;
}

/**
 * Starts the whole service in this process: the customer API, the website it crawls, the mail server, and the
 * admin API.
 *
 * @throws when a port is in use, or the data folder belongs to a newer sandbox
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const temporaryDir = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'sandbox-')) : undefined;
	const config = { ...TEST_DEFAULTS, dataDir: temporaryDir ?? '', ...options };
	const { host, dataDir } = config;
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const adminToken = config.adminToken ?? loadOrCreateSecret(dataDir, 'admin-token', 'admin_');
	const seedKey = config.seedKey ?? loadOrCreateSecret(dataDir, 'api-key', 'ak_');

	// stdout carries only the JSON line of the ready sandbox.
	const stderr = pino.destination({ dest: 2, sync: true });
	// Requests and mails bring what a terminal obeys.
	const log = pino({ level: config.logLevel }, { write: (line) => void stderr.write(escapedJson(line)) });
	const database = openDatabase(join(dataDir, 'sandbox.db'));
	const settings = new Settings(settingsOf(config));
	const headers = () => fullLimitHeaders(settings.current);
	const servers = { site: createServer(log), api: createServer(log, headers), admin: createServer(log) };
	const services = createServices({
		database,
		settings,
		filesDir: join(dataDir, 'files'),
		crawlLocalHosts: config.crawlLocalHosts,
		smtpUrl: config.smtpUrl ?? null,
		languageModel: config.languageModel,
		log,
	});
	const { requestLog } = services.repositories;

	const close = async () => {
		await Promise.all([
			...Object.values(servers).map((server) => server.close()),
			services.jobs.stop(),
			services.chat.stop(),
			services.visitors.stop(),
			services.generators.stop(),
		]);
		await services.email.server.close();
		await services.guard.close();
		database.close();
		if (temporaryDir !== undefined) await rm(temporaryDir, { recursive: true, force: true });
	};
	try {
		requestLog.deleteOld();
		const addresses = { api: '' };
		await servers.site.register(website, { apiUrl: () => addresses.api });
		const siteUrl = await listen(servers.site, host, config.sitePort);
		services.guard.allow(siteUrl.host);
		await seed(database, services, { key: seedKey, website: siteUrl, demoData: config.demoData });

		const mailServer = await services.email.server.listen(host, config.smtpPort);
		services.email.transport.useOwn(mailServer);
		const smtpUrl = urlOf(mailServer);

		await servers.admin.register(errorEnvelope);
		await servers.admin.register(adminApi({ ...services, token: adminToken }));
		const adminUrl = await listen(servers.admin, host, config.adminPort);

		await servers.api.register(errorEnvelope);
		await servers.api.register(dashboard({ ...services, siteUrl: siteUrl.origin, smtpUrl }));
		await servers.api.register(widget(services));
		await servers.api.register(customerApi(services), { prefix: API_PREFIX });
		await servers.api.register(mcpServer(services));
		const apiUrl = await listen(servers.api, host, config.port);
		addresses.api = apiUrl.origin;
		services.jobs.start();
		services.visitors.start(config.simulateVisitors);
		const urls = { apiUrl: apiUrl.origin, siteUrl: siteUrl.origin, adminUrl: adminUrl.origin, smtpUrl };
		return { ...urls, adminToken, seedKey, close };
	} catch (error) {
		await close();
		throw error;
	}
}

const TEST_DEFAULTS = {
	host: '127.0.0.1',
	port: 0,
	sitePort: 0,
	adminPort: 0,
	smtpPort: 0,
	...DEFAULT_SETTINGS,
	crawlLocalHosts: [],
	demoData: false,
	simulateVisitors: false,
	logLevel: 'silent',
} as const;
