import { sharedKeys, sharedKeyText } from '../connections';
import type { Config } from '../config';
import type { Logger } from '../log';

/** Logs which connections use the same API key, because their limits add up. */
export function reportSharedKeys(connections: Config['connections'], log: Logger): void {
	for (const shared of sharedKeys(connections)) {
		const { finding, todo } = sharedKeyText(shared);
		log.warn({ connections: shared.names }, `${finding} ${todo}`);
	}
}
