// @ts-check
import { CONNECTION } from '../rate/start-fleet.mjs';

const LINE = /^temporal_activity_schedule_to_start_latency_(sum|count)\{(.*)\} ([\d.e+]+)/;

/** Calls that were handed out, and the milliseconds they all waited. @typedef {{ calls: number, ms: number }} Waited */

/**
 * How long calls of the connection waited for their turn since the workers' start, by Temporal's own count.
 * @param {import('../rate/fleet-client.mjs').Fleet} fleet
 * @returns {Promise<Waited>}
 */
export async function waitedInQueue({ workerMetrics }) {
	const waited = { calls: 0, ms: 0 };
	for (const url of workerMetrics) {
		const text = await (await fetch(url)).text();
		for (const line of text.split('\n')) {
			const [, what, labels = '', value] = LINE.exec(line) ?? [];
			if (what === undefined || !labels.includes(`task_queue="api:${CONNECTION}"`)) continue;
			waited[what === 'count' ? 'calls' : 'ms'] += Number(value);
		}
	}
	return waited;
}
