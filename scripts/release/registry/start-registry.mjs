// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolingFolder } from '../../cache/tooling-folder.mjs';
import { freePort } from '../../processes/free-port.mjs';
import { startService } from '../../processes/service.mjs';
import { waitUntil } from '../../processes/wait-until.mjs';

/** npm sends no request to publish without a token. The registry accepts any. */
const TOKEN = 'any-token';

/**
 * A package registry of this machine alone.
 * @typedef {import('../../processes/service.mjs').Service & { url: string, port: number, npmrc: string }} Registry
 *   `npmrc` is a configuration for npm, which may publish there
 */

/**
 * Starts an empty registry, verdaccio, that serves only what is published to it.
 * @param {object} options
 * @param {string} options.folder for its storage, its configuration and its log; created
 * @param {string} options.node a Node program of version 22 or newer, which verdaccio needs
 * @returns {Promise<Registry>}
 */
export async function startRegistry({ folder, node }) {
	const tooling = await toolingFolder({
		name: 'registry',
		manifestFolder: fileURLToPath(new URL('tooling', import.meta.url)),
	});
	await mkdir(folder, { recursive: true });
	const port = await freePort();
	const config = join(folder, 'config.yaml');
	await writeFile(config, JSON.stringify(configuration(folder)));
	const url = `http://127.0.0.1:${port}`;
	const npmrc = join(folder, 'npmrc');
	await writeFile(npmrc, `registry=${url}/\n//127.0.0.1:${port}/:_authToken=${TOKEN}\n`);

	const service = await startService({
		name: 'The registry',
		command: node,
		args: [join(tooling, 'node_modules/verdaccio/bin/verdaccio'), '--config', config, '--listen', `127.0.0.1:${port}`],
		cwd: folder,
		logFile: join(folder, 'registry.log'),
	});
	try {
		await service.whileRunning(
			'it responded',
			waitUntil(`The registry at ${url}`, async () => ((await fetch(`${url}/-/ping`)).ok ? true : null)),
		);
	} catch (error) {
		await service.stop();
		throw error;
	}
	return { ...service, url, port, npmrc };
}

/** @param {string} folder */
function configuration(folder) {
	return {
		storage: join(folder, 'storage'),
		auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: -1 } },
		uplinks: {},
		packages: { '**': { access: ['$all'], publish: ['$all'], unpublish: ['$all'] } },
		web: { enable: false },
		log: { type: 'stdout', format: 'pretty', level: 'http' },
	};
}
