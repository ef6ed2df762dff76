// @ts-check
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { toolingFolder } from '../cache/tooling-folder.mjs';

/**
 * The parts of changesets that a release uses, by their own names.
 * @typedef {'patch' | 'minor' | 'major'} Bump
 * @typedef {{ id: string, summary: string, releases: { name: string, type: Bump | 'none' }[] }} Changeset
 * @typedef {{ name: string, type: Bump | 'none', oldVersion?: string, newVersion?: string, changesets: string[] }} Release
 * @typedef {{ changesets: Changeset[], releases: Release[], preState: undefined }} ReleasePlan
 * @typedef {{ dir: string, relativeDir: string, packageJson: { name: string, version: string } }} Package
 * @typedef {{ packages: Package[], rootPackage: Package, rootDir: string }} Packages
 * @typedef {{ changelog: unknown }} Config
 * @typedef {object} Changesets
 * @property {(folder: string) => Promise<Packages>} getPackages
 * @property {(folder: string, packages: Packages) => Promise<{ config?: Config, errors?: string[] }>} readConfig
 * @property {(folder: string) => Promise<Changeset[]>} readChangesets
 * @property {(changes: Changeset[], packages: Packages, config: Config, preState: undefined) => ReleasePlan} assembleReleasePlan
 * @property {(plan: ReleasePlan, packages: Packages, config: Config) => Promise<string[]>} applyReleasePlan
 */

const FILES = [
	'@manypkg/get-packages/dist/manypkg-get-packages.js',
	...['config', 'read', 'assemble-release-plan', 'apply-release-plan'].map(
		(name) => `@changesets/${name}/dist/index.mjs`,
	),
];

/** @returns {Promise<Changesets>} */
export async function loadChangesets() {
	const folder = await toolingFolder({
		name: 'release',
		manifestFolder: fileURLToPath(new URL('tooling', import.meta.url)),
	});
	const load = async (/** @type {string} */ file) => {
		/** @type {unknown} */
		const loaded = await import(pathToFileURL(join(folder, 'node_modules', file)).href);
		return loaded;
	};
	return /** @type {Changesets} */ (Object.assign({}, ...(await Promise.all(FILES.map(load)))));
}
