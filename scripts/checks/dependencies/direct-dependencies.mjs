// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { isRecord, parseJson, valueAt } from '../../json.mjs';
import { bundled } from './reasons.mjs';

/** Folders with a manifest; `api` is bundled into the worker and the sandbox. */
const FOLDERS = ['.', 'task-nodes', 'api', 'worker', 'sandbox'];

/**
 * A dependency that a manifest of ours names, and that users get.
 * @typedef {object} DirectDependency
 * @property {string} name
 * @property {string} version exact
 * @property {string[]} usedBy folders
 */

/**
 * The runtime dependencies of all packages, and what is built into their files.
 * @returns {Promise<DirectDependency[]>} by name
 */
export async function directDependencies() {
	/** @type {Map<string, DirectDependency>} */
	const found = new Map();
	for (const folder of FOLDERS) {
		const manifest = parseJson(await readFile(path.join(workspaceRoot, folder, 'package.json'), 'utf8'));
		const built = entriesAt(manifest, 'devDependencies').filter(([name]) => Object.hasOwn(bundled, name));
		for (const [name, version] of [...entriesAt(manifest, 'dependencies'), ...built]) {
			const { usedBy = [] } = found.get(name) ?? {};
			found.set(name, { name, version: String(version), usedBy: [...usedBy, folder] });
		}
	}
	return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * @param {unknown} manifest
 * @param {string} kind
 */
function entriesAt(manifest, kind) {
	const found = valueAt(manifest, kind);
	return isRecord(found) ? Object.entries(found) : [];
}
