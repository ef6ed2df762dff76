// @ts-check
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startFleet } from '../rate/start-fleet.mjs';

/** Above what is reached here; the largest that the configuration takes. */
export const NO_LIMIT = 100_000;

/** @typedef {import('../rate/fleet-client.mjs').Fleet} Fleet */

/**
 * What every part of the bench is given.
 * @typedef {object} Bench
 * @property {string} temporalBinary
 * @property {import('../engine.mjs').EngineKind} [engine] default: one process on SQLite, without fairness
 * @property {string} folder for databases, logs and files
 * @property {import('./sizes.mjs').Sizes} sizes
 * @property {(text: string) => void} say progress, for whoever watches
 */

/**
 * Works with a fleet of its own, so that no part of the bench has to do with what another one left behind.
 * @template Result
 * @param {Bench} bench
 * @param {{ name: string, workers?: number, requestsPerMinute?: number, clockFactor?: number, settings?: object }} options
 * @param {(fleet: Fleet) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withFleet(
	{ temporalBinary, engine, folder },
	{ name, workers = 1, requestsPerMinute = NO_LIMIT, ...rest },
	work,
) {
	const own = join(folder, name);
	const fleet = await startFleet({ folder: own, temporalBinary, engine, workers, requestsPerMinute, ...rest });
	let result;
	try {
		result = await work(fleet);
	} finally {
		await fleet.stop();
	}
	// The logs of what failed stay.
	await rm(own, { recursive: true, force: true });
	return result;
}
