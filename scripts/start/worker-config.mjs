// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';

/** The name of the sandbox in tasks. */
const CONNECTION = 'sandbox';

/** The file in a data folder that every start writes. `npx agent-knowledge` looks for it (worker/cli/local-stack.ts). */
export const CONFIG_FILE = 'agent-knowledge.yaml';
/** The person's own settings, which the worker merges over it. A start creates it once. */
export const LOCAL_CONFIG_FILE = 'agent-knowledge.local.yaml';

const TEMPLATE = join(workspaceRoot, 'scripts/start', LOCAL_CONFIG_FILE);
const HEADER = `# "npm start" writes this file at every start. It contains secrets.
# Your own settings belong into ${LOCAL_CONFIG_FILE} beside it. The worker merges them over this file.
`;
/** Only their owner may read files with secrets. */
const MODE = 0o600;

/**
 * @typedef {object} WorkerSettings
 * @property {string} temporalAddress
 * @property {string | null} [temporalUiUrl] address of Temporal's own pages
 * @property {string} apiUrl of the service
 * @property {number} port the gateway's
 * @property {string[]} callbackHosts host:port of every n8n that may receive callbacks and events
 * @property {number} [requestsPerMinute] the rate limit of the worker's key
 * @property {{ settleMs: number, pollMinMs: number, pollMaxMs: number }} [timing] Default: the worker's own
 * @property {Record<string, object>} [destinations] destinations of lead syncs
 * @property {{ smtpUrl: string, from: string }} [mail] for notifications of reviewers
 * @property {{ workerKey: string, gatewayToken: string, encryptionKey: string }} secrets
 */

/**
 * Writes the configuration of a worker with a gateway, with its secrets, so that every command can use it.
 * @param {string} file
 * @param {WorkerSettings & { gatewayAddress?: string, workerAddress?: string }} settings with IP:port of metrics and readiness
 * @returns {Promise<void>}
 */
export async function writeConfig(
	file,
	{
		temporalAddress,
		temporalUiUrl = null,
		apiUrl,
		port,
		gatewayAddress,
		workerAddress,
		callbackHosts,
		requestsPerMinute = 60,
		timing,
		destinations,
		mail,
		secrets,
	},
) {
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
			tokens: [{ name: 'local', token: secrets.gatewayToken, roles: ['read', 'start', 'decide', 'erase', 'decode'] }],
			callbackHosts,
		},
		connections: { [CONNECTION]: { baseUrl: apiUrl, apiKey: secrets.workerKey, requestsPerMinute } },
		encryption: { current: 'local', keys: [{ id: 'local', secret: secrets.encryptionKey }] },
		timing,
		blobs: { directory: join(dirname(file), 'blobs') },
		destinations,
		events: { webhookHosts: callbackHosts },
		mail,
		telemetry: { gatewayAddress, workerAddress },
	};
	// JSON is valid YAML.
	await writeFile(file, `${HEADER}${JSON.stringify(config, null, 2)}\n`, { mode: MODE });
}

/**
 * Creates the file for the person's own settings from its template, unless it exists.
 * @param {string} dataFolder
 * @returns {Promise<void>}
 */
export async function createLocalConfig(dataFolder) {
	await mkdir(dataFolder, { recursive: true, mode: 0o700 });
	try {
		await writeFile(join(dataFolder, LOCAL_CONFIG_FILE), await readFile(TEMPLATE), { flag: 'wx', mode: MODE });
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
	}
}
