// @ts-check
import { ReadableError } from '../../readable-error.mjs';

const OLDEST = /** @type {const} */ ([20, 19]);

/**
 * @param {string} [version] of Node, e.g. `20.19.0`
 * @returns {boolean}
 */
export function isNodeNewEnough(version = process.versions.node) {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * @param {string} [version] of Node, e.g. `20.19.0`
 * @throws {ReadableError} it is too old
 */
export function checkNodeVersion(version = process.versions.node) {
	if (isNodeNewEnough(version)) return;
	throw new ReadableError(
		`This is Node ${version}, but Node ${OLDEST.join('.')} or newer is needed.`,
		'Install a newer Node and start again.',
	);
}
