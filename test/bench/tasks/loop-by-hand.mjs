// @ts-check
/**
 * What somebody would write by hand to read a list: pages by offset, one after the other. It survives nothing, and misses
 * items where others are deleted meanwhile.
 */
import axios from 'axios';
import { isRecord, listAt, numberAt } from '../../../scripts/json.mjs';

const PAGE = 100;

/**
 * The items of a list, a page at a time.
 * @param {string} url of the list; the environment has API_KEY
 */
export async function* listPages(url) {
	for (let offset = 0, total = 1; offset < total; offset += PAGE) {
		const reply = await axios.get(url, {
			params: { limit: PAGE, offset },
			headers: { authorization: `Bearer ${process.env.API_KEY}` },
		});
		total = numberAt(reply.data, 'total');
		yield listAt(reply.data, 'items').filter(isRecord);
	}
}

/**
 * Prints milliseconds and peak memory, which `runByHand` reads.
 * @param {number} began of `performance.now()`
 */
export function printFigures(began) {
	const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
	console.log(JSON.stringify({ ms: Math.round(performance.now() - began), peakMiB }));
}
