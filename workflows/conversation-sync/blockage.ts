import type { TaskProgress } from '../task/visibility';
import type { ConversationSyncState, RoundOutcome } from './state';

/** After a round. @param now milliseconds since 1970 */
export function noteBlockage(state: ConversationSyncState, outcome: RoundOutcome, now: number): void {
	if (outcome === 'blocked') {
		const { reported } = state;
		if (reported !== undefined && reported !== null) {
			// It has not moved for a minute, so this is still the blockage that was reported.
			state.blockedSince ??= reported.since;
			state.isBlockageReported = true;
		}
		state.blockedSince ??= now;
		return;
	}
	state.blockedSince = null;
	state.isBlockageReported = false;
}

/** Whose conversations cannot be read, and why. */
export function blockageOf({ agents, agentsProblem }: ConversationSyncState): { agentId: string; reason: string } {
	const failed = agents.find(({ problem, gone }) => problem !== null && !gone);
	return {
		agentId: failed?.agentId ?? '',
		reason: failed?.problem ?? agentsProblem ?? 'No list of conversations can be read.',
	};
}

/** What blocks the sync, for people. Undefined if nothing does. */
export function problemOf(state: ConversationSyncState): TaskProgress['problem'] {
	if (state.blockedSince === null) return undefined;
	const title = `The ${state.blockedBy} blocks the sync`;
	return { type: 'sync_blocked', title, detail: blockageOf(state).reason };
}
