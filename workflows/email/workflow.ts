import { CancellationScope } from '@temporalio/workflow';
import { emit } from '../task/emit';
import { enterStage } from '../task/progress';
import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/continue-as-new';
import { awaitDecision } from '../review/await-decision';
import { ask, takeDecisions } from '../review/decisions';
import type { EmailInput, EmailOutcome, EmailResult } from './contract';
import { followDelivery, resumeReplies } from './follow-delivery';
import { afterCancel, mailboxBound, resultOf } from './outcome';
import { sendApproved } from './send';
import { reviewOf } from './subject';
import { type Approved, type EmailState, EmailTask, newEmailState } from './task';
import { rowOf, verdictOn } from './verdict';

/** Why a person is asked whether the mail was sent. */
const UNCERTAIN = {
	lost: 'An attempt to queue the email has an unknown outcome, and the conversation does not clearly show the email.',
	uncertain: 'For at least one address, the service itself does not know whether the email was sent.',
	gone: 'The conversation does not show the queued delivery.',
} as const;

/**
 * Sends one email after a person approved exactly that version, and follows the delivery to every address. Before the
 * approval, a cancellation sends nothing. After it, a cancellation only stops the following.
 * @param carried state of the previous history of the task
 */
export async function emailSendWithReview(args: TaskArgs<EmailInput>, carried?: EmailState): Promise<EmailResult> {
	const { input } = args;
	const state = carried ?? newEmailState(input.resumeAutoReplies, input.sessionId ?? null);
	const task = new EmailTask(args, state);
	takeDecisions(reviewOf(task));
	return runTask(
		args,
		state.progress,
		() => review(task),
		verdictOn,
		() => {
			state.question = null;
			state.cancelled = afterCancel(state);
			return state.cancelled;
		},
	);
}

async function review(task: EmailTask): Promise<EmailResult> {
	const { state } = task;
	if (state.asked === 0) await prepareDraft(task);
	state.approved ??= await approval(task);
	if (state.approved === null) return resultOf(task, state.verdict === null ? 'expired' : 'rejected');
	const outcome = await sendAsDecided(task, state.approved);
	const resumed = await resumeReplies(task);
	const result = resultOf(task, outcome, resumed);
	const { sessionId, outcomes } = result;
	const { needsAttention } = rowOf(verdictOn(result).ending);
	await emit('email.outcome', { outcome, sessionId, outcomes, needsAttention }, 'outcome');
	return result;
}

/** Freezes the approved version and the current content of the conversation. Null if nobody approved it. */
async function approval(task: EmailTask): Promise<Approved | null> {
	const { state, input } = task;
	enterStage(state.progress, 'reviewing');
	const decision = await awaitDecision(reviewOf(task));
	const { draft } = state;
	if (decision?.action !== 'approve' || draft === null) return null;
	enterStage(state.progress, 'sending');
	const known =
		input.sessionId === undefined
			? { deliveries: [], messages: [] }
			: await CancellationScope.nonCancellable(() => task.urgentReads.readThread(input.agentId, input.sessionId ?? ''));
	const { deliveries, messages } = known;
	return { ...draft, hash: decision.hash, known: { deliveries, messages } };
}

/** Sends and follows, as often as a person says so. */
async function sendAsDecided(task: EmailTask, approved: Approved): Promise<EmailOutcome> {
	const { state } = task;
	for (;;) {
		if (state.verdict?.action === 'confirm_sent') return 'confirmed_sent';
		if (state.verdict?.action === 'abandon') return 'abandoned';
		if (state.question === null) {
			const reason = await sendAndFollow(task, approved);
			if (reason === 'settled') return 'sent';
			if (reason === 'time-over' || reason === 'failed' || reason === 'unreadable') return 'not_followed';
			await askWhetherSent(task, reason);
		}
		enterStage(state.progress, 'uncertain');
		if ((await awaitDecision(reviewOf(task))) === null) return 'unknown';
	}
}

async function sendAndFollow(task: EmailTask, approved: Approved) {
	const { state } = task;
	if (state.deliveryId === null || state.verdict?.action === 'retry_same_key') {
		enterStage(state.progress, 'sending');
		if (!(await sendApproved(task, approved)) || state.deliveryId === null) return 'lost' as const;
		state.verdict = null;
	}
	return followDelivery(task, approved, state.deliveryId);
}

/** The deadline starts again, because this question is not the review's. */
async function askWhetherSent(task: EmailTask, met: keyof typeof UNCERTAIN): Promise<void> {
	const { state, input } = task;
	state.uncertain = true;
	const expiresAt = Date.now() + input.deadlineSeconds * 1000;
	const refused = met === 'lost' && state.refusal ? ` The service refused the last attempt: ${state.refusal}` : '';
	await ask(reviewOf(task), { kind: 'uncertain', reason: `${UNCERTAIN[met]}${refused}`, expiresAt });
}

/** Finds the mailbox, requests a text if the input has none, and asks a person about it. */
export async function prepareDraft(task: EmailTask): Promise<void> {
	const { state, input } = task;
	state.sender ??= await task.retryingProxy.readSender(input.agentId, await mailboxOf(task));
	const content = input.content ?? (await proposed(task));
	state.draft = { to: input.to, cc: input.cc ?? [], subject: input.subject, content };
	const reason = input.content === undefined ? 'The agent proposed a text.' : 'The task will send this email.';
	await ask(reviewOf(task), { kind: 'approval', reason, expiresAt: Date.now() + input.deadlineSeconds * 1000 });
}

/** A conversation that is bound to a mailbox keeps it (specification, part 4). */
async function mailboxOf({ input, retryingProxy }: EmailTask): Promise<string | null> {
	const asked = input.mailboxId ?? null;
	if (input.sessionId === undefined) return asked;
	const { mailboxId: bound } = await retryingProxy.readThread(input.agentId, input.sessionId);
	if (bound !== null && asked !== null && bound !== asked) throw mailboxBound(bound, asked);
	return bound ?? asked;
}

async function proposed({ input, retryingProxy, keyed }: EmailTask): Promise<string> {
	return retryingProxy.proposeDraft({ ...keyed, agentId: input.agentId, prompt: input.prompt ?? input.subject });
}
