import { sharedKeys, sharedKeyText } from '../../pacing';
import { type Check, warn } from './check';

/** Connections with the same API key: each may work, and together they exceed the key's limit. */
export function checkSharedKeys(connections: Parameters<typeof sharedKeys>[0]): Check[] {
	return sharedKeys(connections).map((shared) => {
		const { finding, todo } = sharedKeyText(shared);
		return warn(`connections ${shared.names.join(', ')}`, finding, todo);
	});
}
