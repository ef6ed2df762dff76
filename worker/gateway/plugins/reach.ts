import { parseSelector } from '../../../workflows/task/selector';
import type { Grant, TokenRole } from '../../config';
import type { Connections } from '../../connections';

/** What a bound caller may see and use, by names. */
export interface Bound {
	connections: ReadonlySet<string>;
	destinations: ReadonlySet<string>;
	buckets: ReadonlySet<string>;
	/** Below knowledge.folders. */
	folders: ReadonlySet<string>;
}

/** Null: everything, also what belongs to no connection. */
export type Reach = Bound | null;

/**
 * What a caller reaches with a role: labels and connections as they are now. A connection that loses a label is out of
 * reach with the next request.
 */
export function reachOf(grants: readonly Grant[], role: TokenRole | 'any', connections: Connections): Reach {
	const fitting = grants.filter(({ roles }) => role === 'any' || roles.includes(role));
	const bound = fitting.flatMap(({ connections: selector, uses }) =>
		selector === undefined ? [] : [{ selector, uses }],
	);
	if (bound.length < fitting.length) return null;
	const used = (kind: 'destinations' | 'buckets' | 'folders') =>
		new Set(bound.flatMap(({ uses }) => uses?.[kind] ?? []));
	return {
		connections: new Set(bound.flatMap(({ selector }) => connections.matching(parseSelector(selector)))),
		destinations: used('destinations'),
		buckets: used('buckets'),
		folders: used('folders'),
	};
}

/** Whether a caller has a role for a connection. */
export function mayAt(
	grants: readonly Grant[],
	role: TokenRole,
	connection: string | null,
	connections: Connections,
): boolean {
	const isGranted = grants.some(({ roles }) => roles.includes(role));
	return isGranted && reaches(reachOf(grants, role, connections), connection);
}

/** Whether something of this connection is within reach. Null: it belongs to none. */
export function reaches(reach: Reach, connection: string | null): boolean {
	return reach === null || (connection !== null && reach.connections.has(connection));
}

/** The names for a list; undefined: all. */
export function reachedConnections(reach: Reach): string[] | undefined {
	return reach === null ? undefined : [...reach.connections];
}
