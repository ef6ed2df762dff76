// @ts-check
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { isRecord, parseJson, textAt, valueAt } from '../json.mjs';
import { checkoutNode } from '../build/checkout/checkout-node.mjs';
import { startService } from '../processes/service.mjs';
import { ReadableError } from '../readable-error.mjs';

const READY_MS = 30_000;
const WORKER_KEY_NAME = 'worker';
/** @returns {import('./start-worker.mjs').Program} */
const built = () => ({ command: checkoutNode(), args: [join(workspaceRoot, 'sandbox', 'dist', 'main.js')] });
/** The scopes that the worker's tasks need, and no others. */
export const WORKER_SCOPES = [
	...['read:agents', 'read:sources', 'write:sources', 'read:qa', 'write:qa', 'read:leads'],
	...['read:email', 'read:conversations', 'write:conversations', 'write:chat'],
	...['read:analytics', 'read:cod', 'read:usage'],
];

/**
 * Starts the sandbox and waits until it is ready.
 * @param {object} options
 * @param {string} options.dataFolder
 * @param {string} options.logFile
 * @param {{ sandbox: number, site: number, admin: number, mail: number }} options.ports
 * @param {{ apiKey: string, adminToken: string }} options.secrets
 * @param {NodeJS.ProcessEnv} [options.env] more of its settings
 * @param {import('./start-worker.mjs').Program} [options.program] Default: the one that the checkout builds
 * @param {AbortSignal} [options.signal] ends the waiting, and then the sandbox
 * @returns {Promise<import('../processes/service.mjs').Service & { apiUrl: string, siteUrl: string, adminUrl: string }>}
 */
export async function startSandbox({ dataFolder, logFile, ports, secrets, env = {}, program = built(), signal }) {
	const service = await startService({
		name: 'The sandbox',
		...program,
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
		const ready = await service.firstLine('it was ready', readyLine, READY_MS);
		const [apiUrl, siteUrl, adminUrl] = [textAt(ready, 'apiUrl'), textAt(ready, 'siteUrl'), textAt(ready, 'adminUrl')];
		return { ...service, apiUrl, siteUrl, adminUrl };
	} catch (error) {
		await service.stop();
		throw error;
	}
}

/**
 * The worker's own API key: the stored one if the sandbox knows it and it has all needed scopes, else a new one.
 * @param {object} options
 * @param {string} options.apiUrl
 * @param {string} options.adminUrl
 * @param {{ adminToken: string, workerKey: string }} options.secrets
 * @returns {Promise<string>}
 */
export async function workerApiKey({ apiUrl, adminUrl, secrets }) {
	const headers = { authorization: `Bearer ${secrets.adminToken}`, 'content-type': 'application/json' };
	if (
		secrets.workerKey &&
		(await isKnown(apiUrl, secrets.workerKey)) &&
		(await newestHasAllScopes({ adminUrl, headers }))
	)
		return secrets.workerKey;
	const body = JSON.stringify({ name: WORKER_KEY_NAME, scopes: WORKER_SCOPES });
	const response = await fetch(`${adminUrl}/keys`, { method: 'POST', headers, body });
	const key = textAt(parseJson(await response.text()), 'key');
	if (!key)
		throw new ReadableError(
			`The sandbox created no API key for the worker. It responded with status ${response.status}.`,
		);
	return key;
}

/**
 * @param {string} apiUrl
 * @param {string} key
 */
async function isKnown(apiUrl, key) {
	const { status } = await fetch(`${apiUrl}/api/v1/agents`, { headers: { authorization: `Bearer ${key}` } });
	return status !== 401;
}

/**
 * Whether the key that was made last for the worker has every scope: tasks may need more scopes now.
 * @param {{ adminUrl: string, headers: Record<string, string> }} admin
 */
async function newestHasAllScopes({ adminUrl, headers }) {
	const listed = valueAt(parseJson(await (await fetch(`${adminUrl}/keys`, { headers })).text()), 'items');
	/** @type {unknown[]} */
	const keys = Array.isArray(listed) ? listed : [];
	const ours = keys.filter((key) => textAt(key, 'name') === WORKER_KEY_NAME);
	const [newest] = ours.sort((a, b) => textAt(b, 'createdAt').localeCompare(textAt(a, 'createdAt')));
	const scopes = valueAt(newest, 'scopes');
	return Array.isArray(scopes) && WORKER_SCOPES.every((scope) => scopes.includes(scope));
}

/** @param {string} line */
function readyLine(line) {
	if (!line.startsWith('{')) return null;
	const said = parseJson(line);
	return isRecord(said) && valueAt(said, 'ready') === true ? said : null;
}
