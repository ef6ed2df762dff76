import type { AddressOutcome } from '../task/event';

/** Input of email-send-with-review, version 1. */
export interface EmailInput {
	version: 1;
	/** A connection of the worker's configuration. */
	connection: string;
	agentId: string;
	/** With cc at most 10 addresses, none twice. A new conversation is made with the first one. */
	to: string[];
	cc?: string[];
	subject: string;
	/** The text; either this or `prompt`. */
	content?: string;
	/** What the agent is asked for a text to begin with; either this or `content`. */
	prompt?: string;
	/** `email:<conversation id>`: an existing conversation to answer in; left out: a new one. */
	sessionId?: string;
	/** Of the person at the first address, for a new conversation. */
	name?: string;
	/** Left out: the conversation's own mailbox, else the default sender. */
	mailboxId?: string;
	/** Addresses of the people who are told by mail that there is something to decide. */
	reviewers?: string[];
	/** Left out: nobody is reminded. */
	remindAfterSeconds?: number;
	/** How long each question may wait for a person. */
	deadlineSeconds: number;
	/** How long the delivery is followed. */
	followSeconds: number;
	/** A reply of a teammate pauses the agent's own; this resumes them at the end. */
	resumeAutoReplies: boolean;
}

/** What a person says yes or no to. */
export interface Draft {
	to: string[];
	cc: string[];
	subject: string;
	content: string;
}

/** Which mailbox it is sent from. */
export interface Sender {
	mailboxId: string;
	address: string;
	/** Appended by the service; empty where there is none. */
	signature: string;
}

/** On a draft: `approve`, `edit`, `reject`. On a mail of which nobody knows whether it was sent: the others. */
export type DecisionAction = 'approve' | 'edit' | 'reject' | 'confirm_sent' | 'retry_same_key' | 'abandon';

/** What a person decides, as it reaches the task. */
export interface DecisionRequest {
	/** The caller's; the same one again is the same decision. */
	id: string;
	action: DecisionAction;
	/** Of the version that the person saw. */
	hash: string;
	/** Only with `edit`. */
	draft?: Draft;
	/** Who decides, as far as it is known. */
	by: string;
	via: 'api' | 'page';
	note: string | null;
	resumeAutoReplies: boolean;
}

/** The same with a digest of what was asked, to know the same key with another decision. */
export interface DecisionUpdate extends DecisionRequest {
	asked: string;
}

/** A decision as it stands in the result. */
export interface Decision {
	id: string;
	action: DecisionAction;
	by: string;
	via: 'api' | 'page';
	/** ISO 8601 UTC. */
	at: string;
	/** Number of the question that it answers. */
	question: number;
	hash: string;
	note: string | null;
}

/** Something that waits for a person. */
export interface Question {
	/** 1 is the first; an edit asks the next one. */
	number: number;
	kind: 'approval' | 'uncertain';
	hash: string;
	/** Why it is asked, for a person. */
	reason: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
}

export interface DecisionAnswer {
	decision: Decision;
	/** The question after an edit; null after any other decision. */
	next: Question | null;
	/** Digest of the request that it answers. */
	asked: string;
}

/** What a reviewer is shown. */
export interface ReviewView {
	connection: string;
	agentId: string;
	sessionId: string | null;
	sender: Sender | null;
	draft: Draft | null;
	question: Question | null;
	decisions: Decision[];
	/** Digests of the requests that were decided, by their ids. */
	asked: Record<string, string>;
	reviewers: string[];
	/** Whether the agent's own replies are resumed at the end, unless a decision says so too. */
	resumeAutoReplies: boolean;
	/** Of the key that links to the review are made with. */
	keyVersion: string;
	/** What a cancellation left; left out where there was none. */
	cancelled?: string | undefined;
}

/**
 * - `sent`: every address has an outcome, which may be that it bounced.
 * - `not_followed`: it was queued, and some address has no outcome; `detail` says why.
 * - `confirmed_sent`, `abandoned`: a person settled what nobody knew.
 * - `unknown`: nobody settled it in time.
 * - `rejected`, `expired`: nothing was sent.
 */
export type EmailOutcome =
	'sent' | 'not_followed' | 'confirmed_sent' | 'abandoned' | 'unknown' | 'rejected' | 'expired';

export interface EmailResult {
	version: 1;
	agentId: string;
	outcome: EmailOutcome;
	/** Null when nothing came of it. */
	sessionId: string | null;
	deliveryId: string | null;
	/** What was approved, and just that was sent; null when nothing was. */
	approved: (Draft & { hash: string; mailboxId: string; from: string }) | null;
	/** For each address what became of it, in the service's words. */
	outcomes: AddressOutcome[];
	/** Why the delivery was not followed to the end; null with every other outcome. */
	detail: string | null;
	decisions: Decision[];
	autoReplies: { asked: boolean; resumed: boolean; detail: string | null };
	audit: { sendRounds: number; uncertain: boolean };
}
