// @ts-check
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { freePort } from '../processes/free-port.mjs';
import { startService } from '../processes/service.mjs';
import { waitUntil } from '../processes/wait-until.mjs';

/** The name of the sandbox in tasks. */
export const CONNECTION = 'sandbox';

/**
 * Starts the worker and the gateway in one process, or one of the two, and waits until it is ready.
 * @param {object} options
 * @param {'serve' | 'worker' | 'gateway'} [options.command] which of the two. Default: `serve`, both
 * @param {string} options.configFile overwritten at every start; it has the names of the variables of secrets, not the secrets
 * @param {string} options.logFile
 * @param {string} options.temporalAddress
 * @param {string | null} [options.temporalUiUrl] address of Temporal's own pages
 * @param {string} options.apiUrl of the service
 * @param {number} options.port the gateway's
 * @param {number} [options.operationsPort] for its metrics and its readiness. Default: any free one
 * @param {string[]} options.callbackHosts host:port of every n8n that may receive callbacks and events
 * @param {number} [options.requestsPerMinute] the rate limit of the worker's key
 * @param {{ settleMs: number, pollMinMs: number, pollMaxMs: number }} [options.timing] Default: the worker's own
 * @param {Record<string, object>} [options.destinations] destinations of lead syncs
 * @param {{ smtpUrl: string, from: string }} [options.mail] for notifications of reviewers
 * @param {AbortSignal} [options.signal] ends the waiting, and then the worker
 * @param {{ workerKey: string, gatewayToken: string, encryptionKey: string, leadsSecret?: string }} options.secrets
 * @returns {Promise<import('../processes/service.mjs').Service & { url: string }>}
 */
export async function startWorker({
	command = 'serve',
	configFile,
	logFile,
	temporalAddress,
	temporalUiUrl = null,
	apiUrl,
	port,
	operationsPort,
	callbackHosts,
	requestsPerMinute = 60,
	timing,
	destinations,
	mail,
	secrets,
	signal,
}) {
	const operations = `127.0.0.1:${operationsPort ?? (await freePort())}`;
	const config = {
		temporal: {
			address: temporalAddress,
			namespace: 'agent-knowledge',
			...(temporalUiUrl === null ? {} : { uiUrl: temporalUiUrl }),
		},
		gateway: {
			host: '127.0.0.1',
			port,
			// This is one person's own machine: n8n and the command line share a token with all permissions.
			tokens: [{ name: 'local', token: '${GATEWAY_TOKEN}', roles: ['read', 'start', 'decide', 'erase', 'decode'] }],
			callbackHosts,
		},
		connections: { [CONNECTION]: { baseUrl: apiUrl, apiKey: '${SANDBOX_API_KEY}', requestsPerMinute } },
		encryption: { current: 'local', keys: [{ id: 'local', secret: '${ENCRYPTION_KEY}' }] },
		timing,
		blobs: { directory: join(dirname(configFile), 'blobs') },
		destinations,
		events: { webhookHosts: callbackHosts },
		mail,
		telemetry: { [command === 'worker' ? 'workerAddress' : 'gatewayAddress']: operations },
	};
	// JSON is valid YAML.
	await writeFile(configFile, `# Every start overwrites this file.\n${JSON.stringify(config, null, 2)}\n`);
	const service = await startService({
		name: command === 'gateway' ? 'The gateway' : 'The worker',
		command: process.execPath,
		args: [join(workspaceRoot, 'worker', 'dist', 'cli.js'), command],
		logFile,
		signal,
		env: {
			...process.env,
			AGENT_KNOWLEDGE_CONFIG: configFile,
			GATEWAY_TOKEN: secrets.gatewayToken,
			SANDBOX_API_KEY: secrets.workerKey,
			ENCRYPTION_KEY: secrets.encryptionKey,
			...(secrets.leadsSecret ? { LEADS_SECRET: `whsec_${Buffer.from(secrets.leadsSecret).toString('base64')}` } : {}),
		},
		graceMs: 20_000,
	});
	const url = `http://127.0.0.1:${port}`;
	try {
		await service.whileRunning(
			'it was ready',
			waitUntil(`${service.name} at ${url}`, () => isReady(`http://${operations}/readyz`)),
		);
	} catch (error) {
		await service.stop();
		throw error;
	}
	return { ...service, url };
}

/**
 * @param {string} readyUrl
 * @returns {Promise<true | null>}
 */
async function isReady(readyUrl) {
	const response = await fetch(readyUrl);
	if (!response.ok)
		throw new Error(`it responded with status ${response.status}: ${(await response.text()).slice(0, 300)}`);
	return true;
}
