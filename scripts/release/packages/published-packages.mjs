// @ts-check
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';

/**
 * A package that is published.
 * @typedef {object} PublishedPackage
 * @property {string} name
 * @property {string} path of its folder, from the repository's root; empty for the root itself
 * @property {string} folder of its package.json
 * @property {boolean} isForN8n n8n installs it, so that it has no dependencies
 */

/** @type {readonly [string, string, boolean][]} */
const TABLE = [
	['n8n-nodes-agent-knowledge', '', true],
	['n8n-nodes-agent-knowledge-tasks', 'task-nodes', true],
	['agent-knowledge-worker', 'worker', false],
	['agent-knowledge-sandbox', 'sandbox', false],
];

/**
 * The packages that a release publishes, in this order.
 * @type {readonly PublishedPackage[]}
 */
export const publishedPackages = TABLE.map(([name, path, isForN8n]) => ({
	name,
	path,
	folder: join(workspaceRoot, path),
	isForN8n,
}));

/**
 * @param {string} name
 * @returns {PublishedPackage}
 */
export function publishedPackage(name) {
	const found = publishedPackages.find((each) => each.name === name);
	if (found === undefined) throw new Error(`${name} is not published.`);
	return found;
}
