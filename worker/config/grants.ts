import { z } from 'zod';
import { selectorSchema } from '../../workflows/task/selector-contract';
import { connectionName, hostAndPort } from '../settings/fields';
import type { TokenRole } from './roles';

const names = z.array(connectionName).default([]);
const hosts = z.array(hostAndPort).default([]);

/** What else a bound caller may use, by kind. */
export const USES = ['destinations', 'buckets', 'folders', 'knowledgeHosts', 'callbackHosts'] as const;
export type UseKind = (typeof USES)[number];

/** Binds a caller to some connections, so that it sees and uses nothing of the others. */
export const boundFields = {
	/** Selector of the connections that the caller sees and uses, such as `client=acme`. Default: all. */
	connections: selectorSchema.optional(),
	/** What else tasks of a bound caller may name. Default: nothing. */
	uses: z
		.strictObject({
			/** Names of destinations. */
			destinations: names,
			/** Names of buckets. */
			buckets: names,
			/** Names of folders below knowledge.folders. */
			folders: names,
			/** Of knowledge.hosts, those that sets may be fetched from. Public hosts need no entry. */
			knowledgeHosts: hosts,
			/** Of gateway.callbackHosts, those that waits may call. */
			callbackHosts: hosts,
		})
		.optional(),
};

/** What somebody may do, and where. */
export interface Grant {
	roles: readonly TokenRole[];
	connections?: string | undefined;
	uses?: Readonly<Record<UseKind, readonly string[]>> | undefined;
}

/** Erasure searches everywhere, and decoding reads every task. */
const EVERYWHERE: readonly TokenRole[] = ['erase', 'decode'];

/** What cannot be bound, as issues below the grant. */
export function grantProblems({ roles, connections, uses }: Grant): Array<{ path: string; message: string }> {
	if (connections === undefined)
		return uses === undefined
			? []
			: [{ path: 'uses', message: 'needs connections beside it; without, all may be used' }];
	return EVERYWHERE.filter((role) => roles.includes(role)).map((role) => ({
		path: 'roles',
		message: `has ${role}, which reaches every connection; remove ${role} or connections`,
	}));
}
