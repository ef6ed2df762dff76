// @ts-check

/** @typedef {{ title: string, address: string, note?: string }} Place */

/**
 * One short table of where everything is.
 * @param {Place[]} places
 * @returns {string}
 */
export function placesTable(places) {
	const width = Math.max(...places.map(({ title }) => title.length));
	const addressWidth = Math.max(...places.map(({ address }) => address.length));
	return places
		.map(({ title, address, note = '' }) =>
			`  ${title.padEnd(width)}  ${address.padEnd(addressWidth)}  ${note}`.trimEnd(),
		)
		.join('\n');
}
