import { addSkipped, type Skipped } from '../../leads/filter';
import type { LeadSyncInput, LeadSyncResult, SyncedAgent } from '../contract';
import { problemWords } from '../cursor';
import { counting, countsOf, missingOf } from '../refusals';
import type { AgentPart, AgentsState } from './agents-state';

/** What a sync of several agents has done so far. */
export function resultOfAgents({ destination }: LeadSyncInput, { parts }: AgentsState): LeadSyncResult {
	const skipped = skippedOf(parts);
	const completeAt = completeAtOf(parts);
	return {
		version: 1,
		destination,
		leadsSynced: syncedOf(parts),
		leadsRefused: parts.reduce((sum, part) => sum + missingOf(part), 0),
		...(skipped === undefined ? {} : { leadsSkipped: skipped }),
		completeUntil: isoOf(completeAt),
		agents: parts.map((part) => agentRow(part)),
	};
}

/** @param rests whether the agent brings no leads now, beside one that is gone or has a sync of its own */
export function agentRow(part: AgentPart, rests?: 'paused' | 'not_wanted' | 'full'): SyncedAgent {
	const { agentId, cursor, synced, otherSync } = part;
	const { refused, setAside, inPart } = countsOf(part);
	return {
		agentId,
		leadsSynced: synced,
		leadsRefused: refused,
		problems: problemWords({ refused, setAside, inPart }).slice(2),
		completeUntil: isoOf(cursor?.completeAt ?? null),
		state: stateOf(part, rests),
		...(otherSync === null ? {} : { otherSync }),
	};
}

function stateOf({ isGone, otherSync, cursor }: AgentPart, rests?: SyncedAgent['state']): SyncedAgent['state'] {
	if (isGone) return 'gone';
	if (otherSync !== null) return 'other_sync';
	if (rests !== undefined) return rests;
	return (cursor?.completeAt ?? null) === null ? 'first_read' : 'up_to_date';
}

export function syncedOf(parts: readonly AgentPart[]): number {
	return parts.reduce((sum, { synced }) => sum + synced, 0);
}

export function skippedOf(parts: readonly AgentPart[]): Skipped | undefined {
	return parts.map(({ skipped }) => skipped).reduce(addSkipped, undefined);
}

/** The figures of refused leads of all agents. */
export function countsOfAll(parts: readonly AgentPart[]) {
	const all = parts.map(countsOf);
	const sum = (of: 'refused' | 'setAside' | 'inPart') => all.reduce((count, each) => count + each[of], 0);
	return { refused: sum('refused'), setAside: sum('setAside'), inPart: sum('inPart') };
}

/** Until when all leads of all agents were read, in milliseconds since 1970. An agent that is gone counts no more. */
export function completeAtOf(parts: readonly AgentPart[]): number | null {
	const moments = parts
		.filter(({ isGone, otherSync }) => !isGone && otherSync === null)
		.map(({ cursor }) => cursor?.completeAt ?? null);
	if (moments.length === 0 || moments.includes(null)) return null;
	return Math.min(...moments.map(Number));
}

/** How many of the newest refused leads that block nobody the lists keep in all. */
const MOST_UNCOUNTED = 500;

/**
 * Keeps the lists of all agents in their common bound. The longest list loses its oldest leads first.
 */
export function boundLists(parts: readonly AgentPart[]): void {
	const uncounted = ({ refused }: AgentPart) => refused.length - counting(refused);
	let excess = parts.reduce((sum, part) => sum + uncounted(part), 0) - MOST_UNCOUNTED;
	for (; excess > 0; excess -= 1) {
		const longest = parts.toSorted((one, other) => uncounted(other) - uncounted(one))[0];
		if (longest === undefined) return;
		const oldest = longest.refused.findIndex(({ kind = 'refused' }) => kind !== 'refused');
		const [dropped] = longest.refused.splice(oldest, 1);
		if (dropped?.kind === 'set_aside') longest.unlisted = (longest.unlisted ?? 0) + 1;
	}
}

function isoOf(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString();
}
