// @ts-check
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseJson, textAt } from '../json.mjs';
import { runCommand } from '../processes/run-command.mjs';

/**
 * Packs a built package as it would be published.
 * @param {object} options
 * @param {string} options.folder of the package
 * @param {string} options.destination the folder for the tarball; created
 * @returns {Promise<string>} the tarball
 */
export async function packPackage({ folder, destination }) {
	await mkdir(destination, { recursive: true });
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(destination)];
	const answer = await runCommand('npm', args, { cwd: folder, whatToDo: 'Build the packages first: npm run build' });
	return join(resolve(destination), textAt(parseJson(answer), 0, 'filename'));
}

/**
 * Unpacks a package into n8n's folder of community packages. n8n reads it at its next start.
 * @param {object} options
 * @param {string} options.userFolder n8n's
 * @param {string} options.tarball made by `npm pack`
 * @returns {Promise<string>} the package's folder
 */
export async function unpackCommunityPackage({ userFolder, tarball }) {
	const draft = join(packagesFolder(userFolder), '..', `unpacking-${process.pid}`);
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft, { recursive: true });
	await runCommand('tar', ['-xzf', tarball, '-C', draft]);
	const folder = await placeFor({ userFolder, packageFolder: join(draft, 'package') });
	await rename(join(draft, 'package'), folder);
	await rm(draft, { recursive: true, force: true });
	return folder;
}

/**
 * The empty place of a package, by its own name.
 * @param {{ userFolder: string, packageFolder: string }} options
 * @returns {Promise<string>}
 */
async function placeFor({ userFolder, packageFolder }) {
	const manifest = parseJson(await readFile(join(packageFolder, 'package.json'), 'utf8'));
	const place = join(packagesFolder(userFolder), textAt(manifest, 'name'));
	await mkdir(dirname(place), { recursive: true });
	await rm(place, { recursive: true, force: true });
	return place;
}

/** @param {string} userFolder */
function packagesFolder(userFolder) {
	return join(userFolder, '.n8n', 'nodes', 'node_modules');
}
