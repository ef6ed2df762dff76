import type { Scope } from '../../api';
import type { LookUpRefusal, SeenAccount } from '../../workflows/look-up/activities';

/** The scopes that a read of one agent can prove. No check writes, so a write scope shows only when a task writes. */
export const READ_SCOPES = [
	'read:sources',
	'read:leads',
	'read:email',
	'read:conversations',
] as const satisfies Scope[];

export type ReadScope = (typeof READ_SCOPES)[number];

/** What a check of a connection reads, whoever makes the calls: a worker for the gateway, or the command line. */
export interface AccountReads {
	/** @returns the service's refusal, unless it only means that the key may not list its agents */
	account(): Promise<SeenAccount | LookUpRefusal>;
	/** One read of an agent. @returns null if the response says nothing about the scope */
	mayRead(scope: ReadScope, agentId: string): Promise<boolean | null>;
}
