import { counted } from '../words/words';

/** Why somebody sees less than all. */
export function onlyThese(connections: readonly string[]): string {
	if (connections.length === 0) return 'No connection';
	return `Only ${connections.length < 3 ? connections.join(', ') : counted(connections.length, 'connection')}`;
}
