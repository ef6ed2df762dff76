import type { ListRead } from '../list-reading/read-list';

/** Whose conversations go where; the same three always mean the same rows. */
export interface ConversationsOf {
	connection: string;
	agentId: string;
	destination: string;
}

/** When a conversation is read again. All times in milliseconds, or milliseconds since 1970. */
export interface RereadRules {
	/** How far back a short round looks. */
	recentMs: number;
	/** For how long an open conversation is read again after its last change. */
	openMs: number;
	/** The time between two full rounds. */
	fullMs: number;
	/** Everything that was read before this is read again; 0: nothing. */
	rereadAt: number;
}

/** `full`: the whole list. `recent`: down to conversations that are older than the rules say. */
export type RoundKind = 'full' | 'recent';

export interface NoteConversations {
	of: ConversationsOf;
	/** Null: the activity decides by the tables. The reads after the first one repeat what that one decided. */
	kind: RoundKind | null;
	rules: RereadRules;
	/** When this round over the agent began, in milliseconds since 1970. */
	roundAt: number;
	/** How many conversations of the list come before the first page. */
	offset: number;
}

/** Pages of a list whose conversations the tables know now. They are known by a short hash of their id here. */
export interface ConversationsNoted extends ListRead<string> {
	kind: RoundKind;
	/** Calls of the API: pages, and looks whether the list ends there. */
	calls: number;
	/** Conversations of the agent whose transcripts have to be read. */
	due: number;
	/** Conversations of these pages that show no id that can be read. */
	withoutId: number;
	totals: ConversationTotals;
}

export interface SyncTranscripts {
	of: ConversationsOf;
	roundAt: number;
	/** The list was read to its end: conversations that it did not show are looked for one by one. */
	endsFullRound: boolean;
	/** What the dispatch before handed back. */
	failing?: unknown;
}

export interface TranscriptsSynced {
	calls: number;
	/** Conversations that are done, whatever their outcome. */
	done: number;
	/** Conversations of the agent that are still to be read. */
	due: number;
	totals: ConversationTotals;
	/**
	 * Notes of a conversation that fails, for the next dispatch of the agent. A failure has them as its second detail.
	 * Default: none
	 */
	failing?: unknown;
}

/** What the tables have of an agent. */
export interface ConversationTotals {
	/** Rows, also of deleted conversations. */
	conversations: number;
	messages: number;
	deleted: number;
	withoutTranscript: number;
	/** When the last full round began that has ended, in milliseconds since 1970; null: none. */
	fullAt: number | null;
}

/** Activities on the queue of a connection, at a destination. A repeat of each changes nothing. */
export interface ConversationSyncActivities {
	/** Reads pages of conversations, newest first, and notes in the tables which have to be read. */
	noteConversations(request: NoteConversations): Promise<ConversationsNoted>;
	/** Reads transcripts that are due, one call each, and writes each in one transaction. */
	syncTranscripts(request: SyncTranscripts): Promise<TranscriptsSynced>;
}
