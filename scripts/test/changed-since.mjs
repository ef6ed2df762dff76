// @ts-check
import { workspaceRoot } from '../build/workspace-root.mjs';
import { runCommand } from '../processes/run-command.mjs';

/** The trunk branches: here, or at the origin of this clone. */
const TRUNKS = ['origin/main', 'main'];

/**
 * The commit before this work: where its branch left the trunk. On the trunk itself it is the commit before the last
 * one. Uncommitted files have changed since then, too.
 * @param {string} [root] of the checkout
 * @returns {Promise<string>}
 */
export async function changedSince(root = workspaceRoot) {
	const git = async (/** @type {string[]} */ ...args) =>
		(await runCommand('git', args, { cwd: root }).catch(() => '')).trim();
	const head = await git('rev-parse', 'HEAD');
	for (const trunk of TRUNKS) {
		const base = await git('merge-base', 'HEAD', trunk);
		if (base !== '' && base !== head) return base;
	}
	return (await git('rev-parse', '--verify', '--quiet', 'HEAD~1')) || 'HEAD';
}
