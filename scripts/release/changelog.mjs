// @ts-check
/** How changesets writes a change into the changelog: one entry, with the packages that change. */

/** @typedef {{ summary: string }} Change */

/**
 * @param {Change} change
 * @returns {Promise<string>}
 */
export function getReleaseLine({ summary }) {
	const [first = '', ...more] = summary.trim().split('\n');
	return Promise.resolve([`- ${first}`, ...more.map((line) => (line === '' ? '' : `  ${line}`))].join('\n'));
}

/**
 * The packages do not depend on each other.
 * @returns {Promise<string>}
 */
export function getDependencyReleaseLine() {
	return Promise.resolve('');
}
