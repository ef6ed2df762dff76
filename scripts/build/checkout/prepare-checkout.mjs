// @ts-check
import { linkCheckoutNode } from './checkout-node.mjs';
import { workspaceRoot } from '../workspace-root.mjs';
import { buildIfStale } from './build.mjs';
import { arePackagesInstalled, installPackages } from './packages.mjs';

/**
 * Prepares a checkout for its programs and tests: installs its packages and builds it, each only if needed.
 * @param {object} [options]
 * @param {string} [options.root]
 * @param {string} [options.logFile] what npm and the build print
 * @param {(text: string) => void} [options.report] the current action
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<void>}
 */
export async function prepareCheckout({ root = workspaceRoot, logFile, report = console.log, signal } = {}) {
	if (!(await arePackagesInstalled(root))) {
		report('installing packages');
		await installPackages({ root, logFile, signal });
	}
	await linkCheckoutNode(root);
	report('building what has changed');
	await buildIfStale({ root, logFile, signal });
}
