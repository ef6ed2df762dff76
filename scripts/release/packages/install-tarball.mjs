// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { runCommand } from '../../processes/run-command.mjs';

/**
 * Installs a packed package as its user does: into an empty folder, by npm, with the newest dependencies that its
 * manifest permits.
 * @param {object} options
 * @param {string} options.tarball
 * @param {string} options.folder created; outside the checkout, whose packages would be found otherwise
 * @returns {Promise<void>}
 */
export async function installTarball({ tarball, folder }) {
	await mkdir(folder, { recursive: true });
	await writeFile(`${folder}/package.json`, '{ "private": true }\n');
	await runCommand('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], {
		cwd: folder,
		whatToDo: 'Check that this machine can reach the package registry.',
	});
}
