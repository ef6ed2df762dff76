// @ts-check
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { isRecord, parseJson, textAt, valueAt } from '../json.mjs';
import { startService } from '../processes/service.mjs';
import { ReadableError } from '../readable-error.mjs';

const READY_MS = 30_000;
/** What the worker's tasks call; no more. */
const WORKER_SCOPES = ['read:agents', 'read:sources', 'write:sources', 'read:knowledge'];

/**
 * Starts the sandbox and waits until it is ready.
 * @param {object} options
 * @param {string} options.dataFolder
 * @param {string} options.logFile
 * @param {{ sandbox: number, site: number, admin: number, mail: number }} options.ports
 * @param {{ apiKey: string, adminToken: string }} options.secrets
 * @param {NodeJS.ProcessEnv} [options.env] more of its settings
 * @param {AbortSignal} [options.signal] ends the waiting, and then the sandbox
 * @returns {Promise<import('../processes/service.mjs').Service & { apiUrl: string, siteUrl: string, adminUrl: string }>}
 */
export async function startSandbox({ dataFolder, logFile, ports, secrets, env = {}, signal }) {
	const service = await startService({
		name: 'The sandbox',
		command: process.execPath,
		args: [join(workspaceRoot, 'sandbox', 'dist', 'main.js')],
		logFile,
		signal,
		env: {
			...process.env,
			SANDBOX_HOST: '127.0.0.1',
			SANDBOX_PORT: String(ports.sandbox),
			SANDBOX_SITE_PORT: String(ports.site),
			SANDBOX_ADMIN_PORT: String(ports.admin),
			SANDBOX_SMTP_PORT: String(ports.mail),
			SANDBOX_ADMIN_TOKEN: secrets.adminToken,
			SANDBOX_SEED_KEY: secrets.apiKey,
			SANDBOX_DATA_DIR: dataFolder,
			...env,
		},
	});
	try {
		const ready = await service.firstLine('that it is ready', readyLine, READY_MS);
		const [apiUrl, siteUrl, adminUrl] = [textAt(ready, 'apiUrl'), textAt(ready, 'siteUrl'), textAt(ready, 'adminUrl')];
		return { ...service, apiUrl, siteUrl, adminUrl };
	} catch (error) {
		await service.stop();
		throw error;
	}
}

/**
 * The worker's own API key: the one it has, while the sandbox knows it; else a new one.
 * @param {object} options
 * @param {string} options.apiUrl
 * @param {string} options.adminUrl
 * @param {{ adminToken: string, workerKey: string }} options.secrets
 * @returns {Promise<string>}
 */
export async function workerApiKey({ apiUrl, adminUrl, secrets }) {
	if (secrets.workerKey) {
		const headers = { authorization: `Bearer ${secrets.workerKey}` };
		const known = await fetch(`${apiUrl}/api/v1/agents`, { headers });
		if (known.status !== 401) return secrets.workerKey;
	}
	const response = await fetch(`${adminUrl}/keys`, {
		method: 'POST',
		headers: { authorization: `Bearer ${secrets.adminToken}`, 'content-type': 'application/json' },
		body: JSON.stringify({ name: 'worker', scopes: WORKER_SCOPES }),
	});
	const key = textAt(parseJson(await response.text()), 'key');
	if (!key) throw new ReadableError(`The sandbox gave the worker no API key; it answered ${response.status}.`);
	return key;
}

/** @param {string} line */
function readyLine(line) {
	if (!line.startsWith('{')) return null;
	const said = parseJson(line);
	return isRecord(said) && valueAt(said, 'ready') === true ? said : null;
}
