import type { ConversationTotals } from '../../workflows/conversation-sync/activities';
import type { ShownConversation } from '../../api';

/** Of one agent of one connection. */
interface OfAgent {
	connection: string;
	agentId: string;
}

/** A conversation as a list shows it. */
export interface ListedConversation {
	id: string;
	record: ShownConversation;
	/** Of the record: another hash means that something changed. */
	hash: string;
}

/**
 * What became of the last read.
 * - `written`: the tables have the transcript.
 * - `refused`, `failed`: the service did not give it out. The row has what the list shows.
 * - `invalid`: the database refuses the values.
 * - `deleted`: the service no longer has the conversation.
 * - `erased`: it names an erased person. The tables have nothing of it.
 */
export const OUTCOMES_OF_READS = ['written', 'refused', 'failed', 'invalid', 'deleted', 'erased'] as const;
export type OutcomeOfRead = (typeof OUTCOMES_OF_READS)[number];

/** What the tables know of a conversation. All times in milliseconds since 1970. */
export interface KnownConversation {
	hash: string;
	/** Null: never read. */
	outcome: OutcomeOfRead | null;
	/** The last read began then; null: never. */
	readAt: number | null;
	/** When it changed last, as far as reads have seen; null: never read. */
	changedAt: number | null;
}

/** Conversations that a list shows. */
export interface ListedPage {
	/** When the round began, in milliseconds since 1970. What a later round has noted stays. */
	roundAt: number;
	listed: readonly ListedConversation[];
	/** Whether the round reads the whole list, so that what it does not show may be deleted. */
	isWhole: boolean;
	/** Who was erased, asked when no erasure can come between. @throws ErasedUnknownError */
	namesErased: () => Promise<NamesErased>;
	/** Whether a known conversation has to be read again. A new one always is. */
	isDue: (listed: ListedConversation, known: KnownConversation) => boolean;
}

/** A conversation whose transcript has to be read. */
export interface DueConversation {
	id: string;
	/** What the list shows; null if it did not show the conversation again. */
	record: ShownConversation | null;
	hash: string;
	/** Increases with each write, so that a late read changes nothing. */
	version: number;
}

/** What a read came to. */
export interface ReadConversation {
	due: DueConversation;
	outcome: Exclude<OutcomeOfRead, 'invalid' | 'erased'>;
	/** The transcript, or what the list shows. */
	conversation: ShownConversation;
	/** Why there is no transcript, in the service's words. */
	detail: string | null;
	/** When the read began, in milliseconds since 1970. */
	readAt: number;
}

/** Who was erased is not known now, so nothing is written. */
export class ErasedUnknownError extends Error {
	override readonly name = 'ErasedUnknownError';

	constructor(override readonly cause: unknown) {
		super('The list of erased persons cannot be read.');
	}
}

/** @param records of one conversation: its transcript, and what the list shows */
export type NamesErased = (...records: readonly ShownConversation[]) => boolean;

/** What is known of an agent's conversations at the destination. */
export type KeptTotals = ConversationTotals & { due: number };

/**
 * Two tables of conversations and messages, and what syncs have to know of each conversation. Each method is one
 * transaction, and methods for one agent wait for each other. A repeat changes nothing.
 * @throws DestinationHeldError if the destination cannot take anything now
 */
export interface ConversationTables {
	/** Checks the tables, and creates those that are missing. @throws DestinationUnfitError with what to do */
	check(): Promise<void>;
	totals(of: OfAgent): Promise<KeptTotals>;
	/** Notes what a list shows, and which of it has to be read. `marked`: how many of it. */
	note(of: OfAgent, page: ListedPage): Promise<KeptTotals & { marked: number }>;
	/**
	 * After a round over the whole list, when all that it showed is read: what it did not show has to be read, which tells
	 * whether it is deleted.
	 */
	endFullRound(of: OfAgent, roundAt: number): Promise<KeptTotals>;
	/** Conversations to read, the newest first. @param most of them */
	due(of: OfAgent, most: number): Promise<DueConversation[]>;
	/**
	 * Writes what was read, each conversation with its messages as they are now.
	 * @param namesErased who was erased, asked when no erasure can come between; it throws `ErasedUnknownError`
	 */
	write(of: OfAgent, reads: readonly ReadConversation[], namesErased: () => Promise<NamesErased>): Promise<KeptTotals>;
}
