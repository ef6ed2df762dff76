// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { parseJson, textAt, valueAt } from '../../json.mjs';

/**
 * Where the project lives and who answers for it. `repository.json` is the one place that says so.
 * @typedef {object} Repository
 * @property {boolean} placeholder the owner has not set it yet: no release is published
 * @property {string} url of its page, without a slash at the end
 * @property {string} branch that links lead to
 * @property {string} owners who review changes, as CODEOWNERS names them
 * @property {string} author of the packages
 * @property {string} email of the author
 */

/**
 * @param {string} [root] of the checkout
 * @returns {Promise<Repository>}
 */
export async function readRepository(root = workspaceRoot) {
	const read = parseJson(await readFile(join(root, 'repository.json'), 'utf8'));
	return {
		placeholder: valueAt(read, 'placeholder') !== false,
		url: textAt(read, 'url'),
		branch: textAt(read, 'branch'),
		owners: textAt(read, 'owners'),
		author: textAt(read, 'author'),
		email: textAt(read, 'email'),
	};
}

/**
 * What a package's manifest says of the repository.
 * @param {Repository} repository
 * @param {string} path of the package's folder from the repository's root; empty for the root itself
 */
export function manifestFields({ url, branch, author, email }, path) {
	return {
		homepage: path === '' ? `${url}#readme` : `${url}/tree/${branch}/${path}#readme`,
		bugs: { url: `${url}/issues` },
		author: { name: author, email },
		repository: { type: 'git', url: `git+${url}.git`, ...(path === '' ? {} : { directory: path }) },
	};
}
