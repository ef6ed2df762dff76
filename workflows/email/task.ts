import { type ActivityOptions, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import { API_LOOK, apiRead, UNAVAILABLE } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import type { AddressOutcome } from '../task/contract';
import { newProgress } from '../task/progress';
import { type Timing, timingOf } from '../task/timing';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import type { ReviewState } from '../review/review';
import type { EmailActivities, KeyedStep, KnownBefore, SealActivities } from './activities';
import type { DecisionAction, Draft, EmailInput } from './contract';
import type { Sender } from './review-contract';

type RetryingCalls = Pick<EmailActivities, 'readSender' | 'readThread' | 'proposeDraft' | 'resumeReplies'>;

/** What the parts of the task share: its input, its calls, and what it must not lose. */
export class EmailTask {
	readonly input: EmailInput;
	/** Calls that are retried without a limit. */
	readonly retryingProxy: RetryingCalls;
	readonly looks: Pick<EmailActivities, 'followDelivery'>;
	/** The two calls that send an approved email. */
	readonly urgentWrites: Pick<EmailActivities, 'createConversation' | 'queueReply'>;
	/** Reads that decide whether an approved email has to wait for a person. */
	readonly urgentReads: Pick<EmailActivities, 'readThread' | 'findReply'>;
	/** Makes no call, so it runs in the worker that has the workflow: one event instead of six. */
	readonly local: SealActivities;
	/** The source of the idempotency keys of the steps. */
	readonly keyed: KeyedStep;

	constructor(
		private readonly args: TaskArgs<EmailInput>,
		readonly state: EmailState,
	) {
		this.input = args.input;
		const { connection } = this.input;
		const timing = timingOf(args.frozen);
		const read = apiRead(timing);
		this.retryingProxy = apiCalls<EmailActivities>(connection, 'read', read);
		this.looks = apiCalls<EmailActivities>(connection, 'read', API_LOOK);
		this.urgentWrites = apiCalls<EmailActivities>(connection, 'urgent', approvedMail(timing));
		// Those after an approval cannot be cancelled.
		this.urgentReads = apiCalls<EmailActivities>(connection, 'urgent', {
			...read,
			scheduleToCloseTimeout: UNAVAILABLE,
		});
		this.local = proxyLocalActivities<SealActivities>({ startToCloseTimeout: '10 seconds' });
		this.keyed = { taskId: workflowInfo().workflowId, keyVersion: args.frozen.keyVersion };
	}

	/** Continues as new if the server suggests it. Call it only if the state is complete. */
	async continueAsNewIfSuggested(): Promise<void> {
		if (workflowInfo().continueAsNewSuggested) await continueTaskAsNew(this.args, this.state);
	}
}

/** Frozen at the approval, before the first attempt. */
export interface Approved extends Draft {
	hash: string;
	known: KnownBefore;
}

/** The requests of an approved mail. */
export type SendStep = 'conversation' | 'reply';

/** Everything a task must not lose when it continues as new. */
export interface EmailState extends ReviewState<DecisionAction> {
	/** Milliseconds since 1970. */
	startedAt: number;
	sender: Sender | null;
	draft: Draft | null;
	approved: Approved | null;
	sessionId: string | null;
	deliveryId: string | null;
	/** Milliseconds since 1970: when it was queued. */
	queuedAt: number;
	sendRounds: number;
	/** Steps attempted at least once in the whole task: a refusal of a later attempt does not prove that nothing was sent. */
	tried: SendStep[];
	/** Why the service refused the last attempt, if an earlier one may have taken effect. */
	refusal: string | null;
	uncertain: boolean;
	/** Whether to resume the agent's own replies: set by the input or a decision. */
	resumeAutoReplies: boolean;
	outcomes: AddressOutcome[];
	/** Why the task stopped following the delivery before every address had an outcome. */
	detail?: string;
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

/**
 * An approved email: six attempts in 15 min with the same key, before all other calls of the connection. A cancellation
 * after the approval does not stop it.
 */
function approvedMail(timing: Timing): ActivityOptions {
	const { mailRetryMs, longestMailRetryMs } = timing;
	const pauses = { initialInterval: mailRetryMs, backoffCoefficient: 2, maximumInterval: longestMailRetryMs };
	return { ...apiRead(timing), retry: { ...pauses, maximumAttempts: 6 } };
}
