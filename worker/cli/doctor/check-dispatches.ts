import type { Config } from '../../config';
import { slowDispatches } from '../../observability/usage/slow-dispatch';
import { type CallQueue, dispatchesPerSecond } from '../../pacing';
import { openBlobs } from '../../storage/blobs';
import { Keyring } from '../../temporal';
import { type Check, errorText, ok, warn } from './check';

const NAME = 'pace of waiting calls';
/** A full engine holds up many connections, and each says the same. */
const MOST_NAMED = 5;

/**
 * Whether Temporal hands out waiting calls as fast as the limits of their connections allow.
 * @param queue that the workers poll
 */
export async function checkDispatches(
	{ blobs, encryption, connections }: Pick<Config, 'blobs' | 'encryption' | 'connections'>,
	queue: CallQueue,
): Promise<Check[]> {
	const perMinute = Object.entries(connections).map(
		([name, pace]) => [name, dispatchesPerSecond(pace, queue) * 60] as const,
	);
	try {
		const { store } = openBlobs(blobs, new Keyring(encryption));
		const slow = await slowDispatches(store, new Map(perMinute), Date.now());
		if (slow.length === 0) return [ok(NAME, 'In the last 15 minutes, no call waited longer than its limit asks for.')];
		const named = slow.slice(0, MOST_NAMED).map(({ connection, minutes, perMinute: found, allowed }) => {
			return `${connection} (${found.toFixed(0)} of ${allowed.toFixed(0)} calls a minute, for ${minutes} minutes)`;
		});
		const more = slow.length > MOST_NAMED ? `, and ${slow.length - MOST_NAMED} more` : '';
		return [
			warn(
				NAME,
				`The engine is full: calls waited all the time and were handed out below their limit. ${named.join(', ')}${more}.`,
				'Give Temporal and its database more processor time, or start more workers. If a service responds slowly, its own connection is late (docs/alerts.md, EngineFull).',
			),
		];
	} catch (error) {
		return [warn(NAME, `The counts of the workers cannot be read: ${errorText(error)}`, 'Check the blobs section.')];
	}
}
