// @ts-check
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { n8nEnvironment } from './environment.mjs';

/**
 * @typedef {object} N8nCommandOptions
 * @property {import('./installation.mjs').N8nInstallation} installation
 * @property {string} userFolder
 * @property {string} encryptionKey
 * @property {NodeJS.ProcessEnv} [env] more settings of n8n
 * @property {string} [logFile]
 * @property {number} [timeoutMs]
 */

/**
 * Runs one of n8n's commands, e.g. `['execute', '--id', 'abc', '--rawOutput']`; also beside a running server.
 * @param {N8nCommandOptions} options
 * @param {string[]} args
 * @returns {Promise<string>} its standard output: log lines first
 * @throws {import('../readable-error.mjs').ReadableError} it failed; with its last lines
 */
export async function runN8nCommand({ installation, userFolder, encryptionKey, env, logFile, timeoutMs }, args) {
	const place = { userFolder, encryptionKey, port: await freePort(), brokerPort: await freePort(), extra: env };
	return runCommand(installation.node, [installation.cli, ...args], { env: n8nEnvironment(place), logFile, timeoutMs });
}

/**
 * Imports credentials with their ids, replacing those that have the same. The file with the plain secrets lives for
 * the length of the command, readable by its owner alone.
 * @param {N8nCommandOptions} options
 * @param {{ id: string, name: string, type: string, data: Record<string, unknown> }[]} credentials
 * @returns {Promise<void>}
 */
export async function importCredentials(options, credentials) {
	await importList(options, 'import:credentials', credentials);
}

/**
 * Imports flows with their ids, replacing those that have the same.
 * @param {N8nCommandOptions} options
 * @param {Record<string, unknown>[]} workflows as exported by n8n, each with an `id`
 * @returns {Promise<void>}
 */
export async function importWorkflows(options, workflows) {
	await importList(options, 'import:workflow', workflows);
}

/**
 * @param {N8nCommandOptions} options
 * @param {string} command
 * @param {unknown[]} list
 */
async function importList(options, command, list) {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-'));
	try {
		const file = join(folder, 'import.json');
		await writeFile(file, JSON.stringify(list), { mode: 0o600 });
		await runN8nCommand(options, [command, `--input=${file}`]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
