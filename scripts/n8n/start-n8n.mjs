// @ts-check
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.mjs';
import { startService } from '../processes/service.mjs';
import { n8nEnvironment } from './environment.mjs';

/** n8n's own shutdown takes up to 10 s. After that it is killed. */
const STOP_MS = 15_000;
/** The first start runs some hundred migrations. */
const READY_MS = 120_000;

/** @typedef {import('../processes/service.mjs').Service & { url: string }} N8nServer */

/**
 * Starts n8n and waits until its editor can be used.
 * @param {object} options
 * @param {import('./installation.mjs').N8nInstallation} options.installation
 * @param {string} options.userFolder created by n8n; kept
 * @param {number} options.port
 * @param {string} options.encryptionKey
 * @param {string} options.logFile
 * @param {number} [options.brokerPort] by default a free one
 * @param {NodeJS.ProcessEnv} [options.env] more settings of n8n
 * @param {AbortSignal} [options.signal] ends the waiting, and then the server
 * @returns {Promise<N8nServer>}
 */
export async function startN8n({ installation, userFolder, port, encryptionKey, logFile, brokerPort, env, signal }) {
	const filesFolder = n8nFilesFolder(userFolder);
	await mkdir(filesFolder, { recursive: true });
	const place = {
		userFolder,
		port,
		encryptionKey,
		extra: env,
		brokerPort: brokerPort ?? (await freePort()),
		// n8n compares this with the real path of each file.
		filesFolder: await realpath(filesFolder),
	};
	const service = await startService({
		name: 'n8n',
		command: installation.node,
		args: [installation.cli, 'start'],
		// The path `.n8n-files/...` leads to the files of flows, as in n8n's own container, where n8n runs in its home.
		cwd: userFolder,
		env: n8nEnvironment(place),
		logFile,
		signal,
		graceMs: STOP_MS,
	});
	try {
		// Its /healthz responds before its /rest, so only this line counts.
		await service.firstLine('its editor was accessible', (line) => editorLine(line), READY_MS);
	} catch (error) {
		await service.stop();
		throw error;
	}
	return { ...service, url: `http://127.0.0.1:${port}` };
}

/**
 * The only folder whose files a flow may read and write.
 * @param {string} userFolder n8n's
 */
export function n8nFilesFolder(userFolder) {
	return join(userFolder, '.n8n-files');
}

/** @param {string} line */
function editorLine(line) {
	return line.includes('Editor is now accessible') ? line : null;
}
