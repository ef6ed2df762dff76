import type { ConversationSyncInput, ConversationSyncResult } from './contract';
import type { ConversationSyncState } from './state';

/** Sums over all agents. */
export function totalsOf({ agents }: ConversationSyncState) {
	const sum = { conversations: 0, messages: 0, deleted: 0, withoutTranscript: 0, due: 0 };
	for (const { totals, due, gone } of agents) {
		sum.conversations += totals.conversations;
		sum.messages += totals.messages;
		sum.deleted += totals.deleted;
		sum.withoutTranscript += totals.withoutTranscript;
		// They cannot be read while the agent is gone.
		if (!gone) sum.due += due;
	}
	return sum;
}

/** What a sync has done so far. */
export function resultOf(input: ConversationSyncInput, state: ConversationSyncState): ConversationSyncResult {
	const { conversations, messages, deleted, withoutTranscript } = totalsOf(state);
	const { lastRound, completeAt } = state;
	return {
		version: 1,
		destination: input.destination,
		conversations,
		messages,
		deleted,
		withoutTranscript,
		agents: state.agents.map(({ agentId, totals: { fullAt, ...counts }, gone, problem }) => ({
			agentId,
			...counts,
			fullAt: fullAt === null ? null : new Date(fullAt).toISOString(),
			gone,
			problem,
		})),
		lastRound,
		completeUntil: completeAt === null ? null : new Date(completeAt).toISOString(),
	};
}
