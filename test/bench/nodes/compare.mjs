// @ts-check

import { median, round } from '../statistics.mjs';

/** @typedef {import('./running-n8n.mjs').N8nUnderTest} N8nUnderTest */
/** @typedef {{ ours: import('./flows.mjs').Part, httpRequest: import('./flows.mjs').Part }} Pair */

/**
 * Runs two flows by turns, so that what else the machine does meets both.
 * @param {N8nUnderTest} n8n
 * @param {Pair} flows
 * @param {{ items: number, body?: object, rounds: number }} options
 */
export async function compareTimes(n8n, flows, { items, body, rounds }) {
	for (const flow of Object.values(flows)) {
		await n8n.activate(flow);
		// The first run compiles what it needs.
		await n8n.run(flow, { items, body });
	}
	/** @type {Record<keyof Pair, { nodes: number, flow: number }[]>} */
	const seconds = { ours: [], httpRequest: [] };
	for (let turn = 0; turn < rounds; turn += 1) {
		const order = /** @type {Array<keyof Pair>} */ (['ours', 'httpRequest']);
		for (const name of turn % 2 === 0 ? order : order.toReversed()) {
			seconds[name].push(await n8n.run(flows[name], { items, body }));
		}
	}
	/** Above 1: ours is quicker. @param {'nodes' | 'flow'} part */
	const ratio = (part) => round(median(seconds.httpRequest.map(ofPart(part))) / median(seconds.ours.map(ofPart(part))));
	return {
		ours: summary(seconds.ours, items),
		httpRequest: summary(seconds.httpRequest, items),
		itemsPerSecondOfHttpRequest: ratio('nodes'),
		ofWholeFlow: ratio('flow'),
	};
}

/** @param {'nodes' | 'flow'} part */
const ofPart = (part) => (/** @type {{ nodes: number, flow: number }} */ times) => times[part];

/** @param {{ nodes: number, flow: number }[]} times @param {number} items */
function summary(times, items) {
	const seconds = times.map(({ nodes }) => nodes);
	return {
		itemsPerSecond: Math.round(items / median(seconds)),
		seconds: { median: round(median(seconds)), all: seconds.map(round) },
		wholeFlow: { median: round(median(times.map(({ flow }) => flow))) },
	};
}
