import { type Destinations, DestinationUnfitError } from '../destinations';
import type { Logger } from '../log';

/**
 * Logs which destinations leads cannot be written to now, and the settings that are wrong. What a destination said is not
 * logged, since it may repeat a lead or a token. A destination that is unavailable recovers by itself, so nothing waits for
 * this and nothing fails.
 */
export async function tellUnfitDestinations(destinations: Destinations, log: Logger): Promise<void> {
	const checks = destinations.list().map(async (destination) => {
		const { name, target } = destination;
		try {
			await destination.check();
		} catch (error) {
			const settings = error instanceof DestinationUnfitError ? error.issues.map(({ path }) => path) : [];
			log.error(
				{ destination: name, target, settings, err: error },
				'Leads cannot be written to this destination. For the reason run: agent-knowledge doctor',
			);
		}
	});
	await Promise.all(checks);
}
