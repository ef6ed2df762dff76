// @ts-check
import { Pool } from 'undici';
import { median, round } from '../statistics.mjs';

/**
 * Sends so many GETs and reads their answers whole.
 *
 * Times of a busy machine say little, so the sandbox's own processor time is told beside them: what a request takes
 * of one core, whoever else uses the machine.
 *
 * @param {import('./running-sandbox.mjs').SandboxProcess} sandbox
 * @param {{ path: string, requests: number, atOnce: number }} options
 */
export async function measureGets(sandbox, { path, requests, atOnce }) {
	const pool = new Pool(sandbox.apiUrl, { connections: atOnce });
	const headers = { authorization: sandbox.authorization };
	/** @type {number[]} */
	const times = [];
	const get = async () => {
		const started = performance.now();
		const { statusCode, body } = await pool.request({ path: `/api/v1${path}`, method: 'GET', headers });
		await body.text();
		if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}.`);
		times.push(performance.now() - started);
	};
	// The first ones open connections and prepare statements.
	for (let warm = 0; warm < 50; warm += 1) await get();
	times.length = 0;

	const processorBefore = await sandbox.processorMs();
	const started = performance.now();
	let sent = 0;
	const sender = async () => {
		while (sent < requests) {
			sent += 1;
			await get();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	const seconds = (performance.now() - started) / 1000;
	const processorMs = (await sandbox.processorMs()) - processorBefore;
	await pool.close();

	return {
		requests,
		perSecond: Math.round(requests / seconds),
		perSecondOfOneCore: Math.round(requests / (processorMs / 1000)),
		processorMsEach: round(processorMs / requests),
		medianMs: round(median(times)),
		fastestMs: round(Math.min(...times)),
	};
}
