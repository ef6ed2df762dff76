// @ts-check
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('./side-by-side.mjs').Contender} Contender */

/**
 * A flow of n8n that writes a file.
 * @param {import('../nodes/running-n8n.mjs').N8nUnderTest} n8n
 * @param {string} name of the file
 * @param {(file: string) => import('../nodes/flows.mjs').Part} partOf
 * @param {(file: string) => Promise<boolean>} isComplete
 * @returns {Promise<Contender>}
 */
export async function throughN8n(n8n, name, partOf, isComplete) {
	await mkdir(n8n.filesFolder, { recursive: true });
	const file = join(n8n.filesFolder, name);
	const part = partOf(file);
	await n8n.activate(part);
	return {
		run: async () => {
			// Memory that was had once is not given back.
			await n8n.restart();
			const seconds = await n8n.runThrough(part);
			const { peak } = await n8n.memory();
			const complete = await isComplete(file);
			await rm(file);
			return { seconds, peakMiB: peak, complete };
		},
	};
}
