import type { Draft } from './contract';
import type { Sender } from './review-contract';
import type { AddressOutcome } from '../task/contract';

/** What the conversation held before the task sent anything: everything later may be the task's. */
export interface KnownBefore {
	deliveries: string[];
	messages: string[];
}

/** The source of a step's idempotency key: the same in every attempt, even after a reset. */
export interface KeyedStep {
	taskId: string;
	keyVersion: string;
}

export interface ThreadSnapshot extends KnownBefore {
	/** Null if the conversation is bound to no mailbox. */
	mailboxId: string | null;
}

export interface ProposeDraft extends KeyedStep {
	agentId: string;
	prompt: string;
}

export interface CreateConversation extends KeyedStep {
	agentId: string;
	email: string;
	subject: string;
	name: string | null;
	mailboxId: string;
}

export interface QueueReply extends KeyedStep, Draft {
	agentId: string;
	sessionId: string;
	mailboxId: string;
}

export interface FindReply extends Pick<Draft, 'to' | 'cc'> {
	agentId: string;
	sessionId: string;
	known: KnownBefore;
}

export interface FollowDelivery {
	agentId: string;
	sessionId: string;
	deliveryId: string;
	addresses: string[];
	/** Milliseconds since 1970: when it was queued. */
	since: number;
	/** Milliseconds since 1970: when the following ends. */
	until: number;
	/** Milliseconds since 1970: before this, progress alone is not worth a report. */
	reportFrom: number;
	/** How many addresses had an outcome at the last report. */
	reported: number;
}

/**
 * - `settled`: every address has an outcome.
 * - `uncertain`: for some address, the service does not know whether the email was sent.
 * - `failed`: it failed as a whole, and no address has an outcome of its own.
 * - `progress`: more addresses have an outcome than at the last report.
 * - `time-over`: the time to follow has passed.
 * - `gone`: the conversation shows no such delivery.
 */
export interface DeliveryReport {
	reason: 'settled' | 'uncertain' | 'failed' | 'progress' | 'time-over' | 'gone';
	/** Of the delivery as a whole, in the service's words. */
	status: string | null;
	/** The service's error for the delivery as a whole. */
	error: string | null;
	outcomes: AddressOutcome[];
}

/** Mail, on the queue of a connection; each activity makes one API call. */
export interface EmailActivities {
	/** @param mailboxId null: the default sender. Throws a final failure when there is none. */
	readSender(agentId: string, mailboxId: string | null): Promise<Sender>;
	readThread(agentId: string, sessionId: string): Promise<ThreadSnapshot>;
	/** Requests a draft from the agent. Repeats cost no further credit. */
	proposeDraft(ask: ProposeDraft): Promise<string>;
	createConversation(conversation: CreateConversation): Promise<string>;
	/** @returns the delivery's id */
	queueReply(reply: QueueReply): Promise<string>;
	/** Looks for a reply whose response was lost; null if none or more than one matches. */
	findReply(reply: FindReply): Promise<string | null>;
	/** Fails as `not_yet`, to be retried by the server, until there is something to report. */
	followDelivery(follow: FollowDelivery): Promise<DeliveryReport>;
	resumeReplies(agentId: string, sessionId: string): Promise<void>;
}

/** What the review of a mail needs, on the worker's own queue. */
export interface SealActivities {
	/** The hash of the version that a person decides on. */
	sealDraft(draft: Draft & { mailboxId: string; sessionId: string | null; agentId: string }): Promise<string>;
}
