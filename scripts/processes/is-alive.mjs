// @ts-check
import { hasCode } from '../readable-error.mjs';

/**
 * Whether a process with this id exists.
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return hasCode(error, 'EPERM');
	}
}
