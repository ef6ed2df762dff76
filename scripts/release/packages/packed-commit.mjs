// @ts-check
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { cacheFolder } from '../../cache/cache-folder.mjs';
import { cachedFolder } from '../../cache/cached-folder.mjs';
import { installPackages } from '../../build/checkout/packages.mjs';
import { packPackage } from '../../n8n/community-package.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';

const TARBALL = 'package.tgz';

/**
 * The tarball of a package as an earlier commit publishes it: built by that commit's own build, with the packages of its
 * own lockfile. The cache keeps it, because a commit never changes.
 * @param {object} options
 * @param {string} options.commit its whole hash
 * @param {string} options.path of the package's folder, from the repository's root
 * @param {string} [options.root] a clone that has the commit
 * @param {string} [options.cache]
 * @returns {Promise<string>}
 * @throws {ReadableError} the clone does not have the commit, or it cannot be built
 */
export async function packedCommit({ commit, path, root = workspaceRoot, cache = cacheFolder() }) {
	const entry = { cache, name: 'packed-commits', key: `${path}-${commit.slice(0, 12)}` };
	const folder = await cachedFolder(entry, {}, async (draft) => {
		const checkout = join(draft, 'checkout');
		await exportCommit({ commit, root, archive: join(draft, 'checkout.tar'), folder: checkout });
		await installPackages({ root: checkout });
		await runCommand('npm', ['run', '--silent', 'build'], { cwd: checkout });
		const tarball = await packPackage({ folder: join(checkout, path), destination: draft });
		await rename(tarball, join(draft, TARBALL));
		await rm(checkout, { recursive: true });
	});
	return join(folder, TARBALL);
}

/**
 * Writes the files of a commit into a folder.
 * @param {{ commit: string, root: string, archive: string, folder: string }} options `archive` is written and removed
 */
async function exportCommit({ commit, root, archive, folder }) {
	await runCommand('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).catch(() => {
		throw new ReadableError(
			`This clone does not have the commit ${commit}, which the test builds.`,
			'A shallow clone has the newest commits only. Get all of them: git fetch --unshallow',
		);
	});
	await runCommand('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: root });
	await mkdir(folder);
	await runCommand('tar', ['-xf', archive, '-C', folder]);
	await rm(archive);
}
