import type { Destinations } from '../destinations';
import type { Logger } from '../log';

/**
 * Says in the log which destinations leads cannot be written to now. One that is away comes back by itself, so nothing
 * waits for this and nothing fails.
 */
export async function tellUnfitDestinations(destinations: Destinations, log: Logger): Promise<void> {
	const checks = destinations.list().map(async (destination) => {
		try {
			await destination.check();
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			log.error({ destination: destination.name, target: destination.target }, `Leads cannot be written: ${why}`);
		}
	});
	await Promise.all(checks);
}
