// @ts-check
import { join } from 'node:path';
import { findTemporalServer } from '../temporal/find-server.mjs';
import { startTemporalServer } from '../temporal/start-server.mjs';

/** @typedef {import('./options.mjs').Stage} Stage */

/**
 * Starts a Temporal server, and first fetches its program if it is missing. If the options name a server, starts none.
 * @param {Stage} stage
 * @returns {Promise<string>} its address
 */
export async function bringUpTemporal({ options, cache, logFolder, board, supervisor, signal }) {
	if (options.temporalAddress !== null) return options.temporalAddress;
	const binary = await board.step("Temporal's program", (report) =>
		findTemporalServer({ cache, logFile: join(logFolder, 'install.log'), report, signal }),
	);
	const server = await board.step('Temporal', async () => {
		signal.throwIfAborted();
		return supervisor.watch(
			await startTemporalServer({
				binary,
				signal,
				port: options.ports.temporal,
				uiPort: options.ports.temporalUi,
				databaseFile: join(options.dataFolder, 'temporal', 'temporal.db'),
				logFile: join(logFolder, 'temporal.log'),
			}),
		);
	});
	return server.address;
}
