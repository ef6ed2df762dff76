import type { Lead } from '../../api';

/** One read that the gateway needs to answer a person: before a task starts, and for lists to choose from. */
export type LookUpQuestion =
	| { read: 'training-status'; agentId: string }
	| { read: 'leads'; agentId: string }
	| { read: 'search'; agentId: string }
	| { read: 'mailboxes'; agentId: string }
	| { read: 'email-conversation'; agentId: string; sessionId: string }
	| { read: 'transcript'; conversationId: string }
	| { read: 'conversations'; agentId: string }
	/** The email conversations among the newest 100 conversations of an agent. */
	| { read: 'email-conversations'; agentId: string }
	/** What the key shows of its account. */
	| { read: 'account' }
	/** At most 10, newest first, without those of erased persons. */
	| { read: 'newest-leads'; agentId: string; count: number }
	/** One lead, unless it is of an erased person. */
	| { read: 'lead'; agentId: string; leadId: number }
	/** The newest leads with exactly this address, at most 10, without those of erased persons. */
	| { read: 'leads-of-address'; agentId: string; email: string }
	/** At most 100 agents. */
	| { read: 'agents'; offset: number };

export interface AgentSummary {
	id: string;
	/** The id if the service returns no name. */
	name: string;
}

export interface MailboxSummary {
	id: string;
	address: string;
	isDefault: boolean;
}

export interface EmailConversationSummary {
	/** `email:<conversation id>`. */
	sessionId: string;
	/** The person, as the service names them. Null if it does not. */
	with: string | null;
}

export interface SeenAccount {
	/** The first 100 agents that the key can access, and how many there are. Null: the key may not list them. */
	agents: { ids: string[]; total: number } | null;
	/** Calls a minute that the service allows this key; null if it does not say. */
	limit: number | null;
}

export interface TranscriptMessage {
	/** `user`, `assistant` and the like, in the service's words; empty if it returns none. */
	from: string;
	text: string;
	/** As the service returns it; null if it does not. */
	at: string | null;
}

/** Why the service did not return the data, in its own words. */
export interface LookUpRefusal {
	/** The type of the error. Workers of an earlier version do not send it. */
	type?: string;
	/** Null if there was no response, or if the worker did not send the call. */
	status: number | null;
	title: string;
	detail: string | null;
	retryAfterMs: number | null;
}

/**
 * - `readable`: the key may read what was asked for: the agent's training status, its leads, or its conversations.
 * - `mailboxes`: those of the agent.
 * - `transcript`: the last messages of a conversation, oldest first.
 * - `email-conversations`: those of the agent, newest first.
 * - `account`: what the key shows of its account.
 * - `leads`: the newest leads of an agent or of one address, or the one that was asked for.
 * - `page`: agents that the key can access, and whether more follow by the service's total. `mayGoOn`: the page is as long
 *   as it may be, so more may follow. Older workers say neither that nor the total.
 * - `refused`: the service refused, or did not respond.
 */
export type LookUpResult =
	| { outcome: 'readable' }
	| { outcome: 'mailboxes'; mailboxes: MailboxSummary[] }
	| { outcome: 'transcript'; messages: TranscriptMessage[] }
	| { outcome: 'email-conversations'; conversations: EmailConversationSummary[] }
	| { outcome: 'account'; account: SeenAccount }
	| { outcome: 'leads'; leads: Lead[] }
	| { outcome: 'page'; agents: AgentSummary[]; more: boolean; mayGoOn?: boolean; total?: number }
	| { outcome: 'refused'; refusal: LookUpRefusal };

/** The gateway's reads, on the queue of a connection like every other call. */
export interface LookUpActivities {
	/** Makes one call, without a retry. A refusal is a result, not an error. */
	answerLookUp(question: LookUpQuestion): Promise<LookUpResult>;
}
