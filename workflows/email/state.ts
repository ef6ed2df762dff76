import type { AddressOutcome } from '../task/contract';
import type { Question, Sender } from './review-contract';
import { newProgress, type ProgressState } from '../task/progress';
import type { Decision, Draft } from './contract';

/** What was in the conversation before anything of ours was: whatever comes later may be ours. */
export interface KnownBefore {
	deliveries: string[];
	messages: string[];
}

/** Frozen at the approval, before the first attempt. */
export interface Approved extends Draft {
	hash: string;
	known: KnownBefore;
}

/** The requests of an approved mail. */
export type SendStep = 'conversation' | 'reply';

/** Everything a task must not lose when it continues as new. */
export interface EmailState {
	/** Milliseconds since 1970. */
	startedAt: number;
	sender: Sender | null;
	draft: Draft | null;
	/** Questions asked so far. */
	asked: number;
	question: Question | null;
	/** Number of the last question that people were told of, and the last reminder that they had of it or that had passed. */
	told: { question: number; reminders: number };
	/** The last decision that ended a question; null while one is open. */
	verdict: Decision | null;
	decisions: Decision[];
	/** Digests of the requests that were decided, by their ids. */
	digests: Record<string, string>;
	approved: Approved | null;
	sessionId: string | null;
	deliveryId: string | null;
	/** Milliseconds since 1970: when it was queued. */
	queuedAt: number;
	sendRounds: number;
	/** What was sent at least once in the whole task: a refusal of a later try does not say that nothing was done. */
	tried: SendStep[];
	/** What the service had against the last try, where an earlier one may have had its effect. */
	refusal: string | null;
	uncertain: boolean;
	/** Why the agent's own replies are to be resumed: the input or a decision says so. */
	resumeAutoReplies: boolean;
	outcomes: AddressOutcome[];
	/** Why the delivery is not followed any more, where an address has no outcome. */
	detail?: string;
	/** What is left, once the task was cancelled. */
	cancelled?: string;
	progress: ProgressState;
}

export function newEmailState(resumeAutoReplies: boolean, sessionId: string | null): EmailState {
	return {
		startedAt: Date.now(),
		sender: null,
		draft: null,
		asked: 0,
		question: null,
		told: { question: 0, reminders: 0 },
		verdict: null,
		decisions: [],
		digests: {},
		approved: null,
		sessionId,
		deliveryId: null,
		queuedAt: 0,
		sendRounds: 0,
		tried: [],
		refusal: null,
		uncertain: false,
		resumeAutoReplies,
		outcomes: [],
		progress: newProgress('drafting'),
	};
}
