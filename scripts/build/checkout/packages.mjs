// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, parseJson, textAt, valueAt } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';

/**
 * Whether `node_modules` holds what the lock names. It compares only the list that npm writes of the installed packages.
 * @param {string} root of the checkout
 * @returns {Promise<boolean>}
 */
export async function arePackagesInstalled(root) {
	const [locked, installed] = await Promise.all([
		readPackages(join(root, 'package-lock.json')),
		readPackages(join(root, 'node_modules', '.package-lock.json')),
	]);
	if (Object.keys(installed).length === 0) return false;
	return Object.entries(locked).every(([path, entry]) => {
		if (!path.includes('node_modules/') || valueAt(entry, 'link') === true) return true;
		// The lock also lists builds for other machines, which npm never installs.
		if (!(path in installed)) return valueAt(entry, 'optional') === true || valueAt(entry, 'devOptional') === true;
		return textAt(installed[path], 'version') === textAt(entry, 'version');
	});
}

/**
 * Installs what the lock names.
 * @param {object} options
 * @param {string} options.root
 * @param {string} [options.logFile]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<void>}
 */
export async function installPackages({ root, logFile, signal }) {
	await runCommand('npm', ['ci', '--no-audit', '--no-fund'], {
		cwd: root,
		logFile,
		signal,
		whatToDo: 'Check that the package registry responds ("npm ping"), then start again.',
	});
}

/**
 * @param {string} lockFile
 * @returns {Promise<Record<string, unknown>>} the packages by their path; none when there is no such file
 */
async function readPackages(lockFile) {
	const text = await readFile(lockFile, 'utf8').catch(() => '{}');
	const packages = valueAt(parseJson(text), 'packages');
	return isRecord(packages) ? packages : {};
}
