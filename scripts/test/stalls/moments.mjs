// @ts-check
import { createHash } from 'node:crypto';

/**
 * How long a run works before each of its stops: from half of the average to one and a half of it, so that two stops
 * never become one long one.
 * @param {string} seed the same seed gives the same times
 * @param {number} averageMs
 * @returns {Generator<number, never, void>} ms, without an end
 */
export function* workingTimes(seed, averageMs) {
	for (let stop = 1; ; stop += 1) yield averageMs * (0.5 + random(`${seed}/${stop}`));
}

/**
 * @param {string} label
 * @returns {number} of [0, 1), which depends on the label alone
 */
function random(label) {
	return createHash('sha256').update(label).digest().readUInt32BE(0) / 2 ** 32;
}
