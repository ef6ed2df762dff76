// @ts-check
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * Finds a program on the PATH.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string | null>} its path; null when it is not there
 */
export async function findCommand(name, env = process.env) {
	for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
		const path = join(folder, name);
		if (await isExecutable(path)) return path;
	}
	return null;
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
export function isExecutable(path) {
	return access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
}
