import { parseSelector } from '../../../workflows/task/selector';
import type { CallerLimits } from '../../../workflows/task/continue-as-new';
import { type Grant, type TokenRole, type UseKind, USES } from '../../config';
import type { Connections } from '../../connections';

/** What a bound caller may see and use, by names. */
export type Bound = Readonly<Record<'connections' | UseKind, ReadonlySet<string>>>;

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
	const used = USES.map((kind) => [kind, new Set(bound.flatMap(({ uses }) => uses?.[kind] ?? []))] as const);
	return {
		connections: new Set(bound.flatMap(({ selector }) => connections.matching(parseSelector(selector)))),
		...(Object.fromEntries(used) as Record<UseKind, Set<string>>),
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

/** What a task or schedule of the caller keeps. */
export function limitsOf(reach: Reach): CallerLimits {
	if (reach === null) return {};
	return { allowed: [...reach.connections], uses: { knowledgeHosts: [...reach.knowledgeHosts] } };
}

/** The names for a list; undefined: all. */
export function reachedConnections(reach: Reach): string[] | undefined {
	return reach === null ? undefined : [...reach.connections];
}
