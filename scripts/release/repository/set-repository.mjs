// @ts-check
/**
 * `npm run set-repository -- --url https://github.com/OWNER/NAME`: writes where the project lives into repository.json and
 * into every file that names it. `--branch`, `--owners`, `--author` and `--email` set the rest.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { readRepository } from './repository.mjs';

const FILE = 'repository.json';
/** Files that name it and are read by people or programs; pictures and locks are none. */
const TEXT = /\.(md|json|ya?ml|[cm]?[jt]sx?|html|css)$|^\.github\/CODEOWNERS$/;
const text = /** @type {const} */ ({ type: 'string' });

try {
	const { values } = parseArgs({
		options: { root: text, url: text, branch: text, owners: text, author: text, email: text },
	});
	const { root = workspaceRoot, ...given } = values;
	console.log(`Changed ${await setRepository(root, given)} files. Next: npm run format, then npm test.`);
} catch (error) {
	if (!(error instanceof ReadableError) && !isOfArguments(error)) throw error;
	console.error(error.message);
	process.exitCode = 2;
}

/**
 * @param {string} root of the checkout
 * @param {Partial<Record<'url' | 'branch' | 'owners' | 'author' | 'email', string>>} given
 * @returns {Promise<number>} how many files changed
 */
async function setRepository(root, given) {
	const before = await readRepository(root);
	const after = { ...before, ...given, url: (given.url ?? '').replace(/\/$/, '') };
	if (!/^https:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+$/.test(after.url)) {
		throw new ReadableError('--url must be the page of a repository, such as https://github.com/OWNER/NAME.');
	}
	/** @type {(readonly [string, string])[]} the longest first: an address contains others */
	const changes = [
		[`${before.url}/blob/${before.branch}/`, `${after.url}/blob/${after.branch}/`],
		[`${before.url}/tree/${before.branch}/`, `${after.url}/tree/${after.branch}/`],
		[before.url, after.url],
		[before.owners, after.owners],
		[before.email, after.email],
		[`"name": "${before.author}"`, `"name": "${after.author}"`],
	];
	const listed = await runCommand('git', ['ls-files', '-z'], { cwd: root });
	const files = listed.split('\0').filter((file) => TEXT.test(file) && file !== FILE);
	let changed = 1;
	for (const file of files) {
		const old = await readFile(join(root, file), 'utf8');
		const renewed = changes.reduce((so, [from, to]) => so.replaceAll(from, to), old);
		if (renewed === old) continue;
		await writeFile(join(root, file), renewed);
		changed += 1;
	}
	const note = 'Where the project lives. Change it with: npm run set-repository';
	await writeFile(join(root, FILE), `${JSON.stringify({ note, ...after, placeholder: false }, null, '\t')}\n`);
	return changed;
}

/**
 * @param {unknown} error
 * @returns {error is Error}
 */
function isOfArguments(error) {
	return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
