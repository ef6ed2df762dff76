// @ts-check

/**
 * A connection of the bench. Its API key has its name.
 * @typedef {object} Planned
 * @property {string} name
 * @property {number} requestsPerMinute
 * @property {number} exports that read for it all the time; 0: idle
 */

/** Exports that keep the queue of a key full: an export has three reads under way, or four to six of several pages. */
const EXPORTS = [
	{ upTo: 60, exports: 2 },
	{ upTo: 600, exports: 8 },
	{ upTo: Number.POSITIVE_INFINITY, exports: 6 },
];
/** Of an idle connection. */
const IDLE_LIMIT = 60;

/**
 * @param {number} connections in all
 * @param {string} busy how many of which limit, as `20x60,2x600,1x3000`
 * @returns {Planned[]}
 */
export function planConnections(connections, busy) {
	const planned = busy.split(',').flatMap((group) => {
		const [, count, limit] = /^(\d+)x(\d+)$/.exec(group.trim()) ?? [];
		if (count === undefined || limit === undefined) throw new Error(`--busy takes 20x60,2x600 and the like: ${group}`);
		const requestsPerMinute = Number(limit);
		const exports = EXPORTS.find(({ upTo }) => requestsPerMinute <= upTo)?.exports ?? 1;
		return Array.from({ length: Number(count) }, (_, index) => {
			return { name: `busy-${limit}-${index + 1}`, requestsPerMinute, exports };
		});
	});
	if (planned.length > connections) throw new Error('There are more busy connections than connections.');
	const idle = Array.from({ length: connections - planned.length }, (_, index) => {
		return { name: `idle-${index + 1}`, requestsPerMinute: IDLE_LIMIT, exports: 0 };
	});
	return [...planned, ...idle];
}
