// @ts-check
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { freePort } from '../processes/free-port.mjs';
import { startService } from '../processes/service.mjs';
import { waitUntil } from '../processes/wait-until.mjs';

/** The name by which tasks know the sandbox. */
export const CONNECTION = 'sandbox';

/**
 * Starts the worker and the gateway in one process, and waits until they take tasks.
 * @param {object} options
 * @param {string} options.configFile written anew at every start; it holds no secret, only their variables' names
 * @param {string} options.logFile
 * @param {string} options.temporalAddress
 * @param {string | null} [options.temporalUiUrl] where people find Temporal's own pages
 * @param {string} options.apiUrl of the service
 * @param {number} options.port the gateway's
 * @param {number} [options.operationsPort] where its metrics and its readiness are; any free one by default
 * @param {string[]} options.callbackHosts host:port of every n8n that may be called back, and told of events
 * @param {number} [options.requestsPerMinute] the rate limit of the worker's key
 * @param {{ settleMs: number, pollMinMs: number, pollMaxMs: number }} [options.timing] by default the worker's own
 * @param {Record<string, object>} [options.destinations] where leads may be synced to
 * @param {{ smtpUrl: string, from: string }} [options.mail] by which reviewers are told
 * @param {AbortSignal} [options.signal] ends the waiting, and then the worker
 * @param {{ workerKey: string, gatewayToken: string, encryptionKey: string, leadsSecret?: string }} options.secrets
 * @returns {Promise<import('../processes/service.mjs').Service & { url: string }>}
 */
export async function startWorker({
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
			// One person's own machine: n8n and the command line share a token that may do everything.
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
		telemetry: { gatewayAddress: operations },
	};
	// JSON is YAML.
	await writeFile(configFile, `# Written anew at every start.\n${JSON.stringify(config, null, 2)}\n`);
	const service = await startService({
		name: 'The worker',
		command: process.execPath,
		args: [join(workspaceRoot, 'worker', 'dist', 'cli.js'), 'serve'],
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
			waitUntil(`The worker at ${url}`, () => isReady(`http://${operations}/readyz`)),
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
	if (!response.ok) throw new Error(`it answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
	return true;
}
