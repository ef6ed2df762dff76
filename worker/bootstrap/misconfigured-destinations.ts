import { type Destination, type Destinations, DestinationUnfitError } from '../destinations';
import type { Logger } from '../log';

/**
 * Logs the destinations that leads cannot be written to, with the wrong settings. It does not log a destination's
 * message, which may repeat a lead or a token. A destination that is unavailable recovers by itself, so nothing waits
 * for this and nothing fails.
 */
export async function reportMisconfiguredDestinations(destinations: Destinations, log: Logger): Promise<void> {
	const checks = (await listed(destinations, log)).map(async (destination) => {
		const { name, target } = destination;
		try {
			await destination.check();
		} catch (error) {
			const settings = error instanceof DestinationUnfitError ? error.issues.map(({ path }) => path) : [];
			log.error(
				{ destination: name, target, settings, err: error },
				'Leads cannot be written to this destination. To see the reason, run: agent-knowledge doctor',
			);
		}
	});
	await Promise.all(checks);
}

/** Those of the gateway are in the blob store. If that is unavailable for now, those of the file can still be checked. */
async function listed(destinations: Destinations, log: Logger): Promise<Destination[]> {
	try {
		return await destinations.list();
	} catch (error) {
		log.error({ err: error }, 'The destinations that were created at the gateway cannot be read');
		return destinations.ofFile();
	}
}
