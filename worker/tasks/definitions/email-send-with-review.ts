import { DECISION_ACTIONS, type EmailResult, emailResultSchema } from '../../../workflows/email/contract';
import { defineTask, ofResult, type Verdict, verdictOnItems } from './define-task';

/** The specification names no value of a status (part 3): these words say that a mail did not reach its address. */
const UNDELIVERED = /bounce|undeliver|reject|refus|block|fail|cancel|drop|suppress|invalid|expired/i;

export const emailSendWithReview = defineTask('email-send-with-review', {
	workflow: 'emailSendWithReview',
	title: 'Send an email with review',
	description:
		'Drafts a mail, sends it after a person approved just that version of it, and follows it to an outcome for every address.',
	version: 1,
	keyReuse: 'never',
	insteadOfRetry:
		'A mail of it may have left, and a second start could send it twice. Read its result and its error; where you know that nothing was sent, start a new task with another Idempotency-Key: a person approves it anew.',
	decisions: DECISION_ACTIONS,
	stages: [
		...(['drafting', 'reviewing', 'sending', 'following', 'uncertain', 'resuming'] as const),
		...(['completed', 'failed', 'cancelled', 'timed_out'] as const),
	],
	waitingStages: ['reviewing', 'uncertain'],
	shown: [
		...(['connection', 'agentId', 'mailboxId'] as const),
		...(['remindAfterSeconds', 'deadlineSeconds', 'followSeconds', 'resumeAutoReplies'] as const),
	],
	counted: ['to', 'cc', 'reviewers'],
	scopes: ['read:email', 'read:conversations', 'write:conversations', 'write:chat'],
	checkStart: ({ connections }, input) => connections.get(input.connection).checkMail(input),
	judge: ofResult(emailResultSchema, judge),
	personalData: { whileOpen: 'The task is open: decide on its mail or cancel it, and erase again.' },
});

/** A mail counts if it was sent to all its addresses, or if a person confirmed that it was. */
function judge({ outcome, outcomes, decisions, detail, autoReplies }: EmailResult): Verdict {
	if (outcome === 'sent' || outcome === 'confirmed_sent') {
		const bounced = outcomes.filter(({ status }) => UNDELIVERED.test(status));
		if (bounced.length > 0) return verdictOnBounced(bounced, outcomes.length);
		if (autoReplies.asked && !autoReplies.resumed)
			return {
				outcome: 'partly_failed',
				succeeded: false,
				message: `The mail was sent, but the agent's own replies stay paused. ${autoReplies.detail ?? ''}`.trim(),
			};
		const message = outcome === 'sent' ? 'The mail was sent.' : 'A person confirmed that the mail was sent.';
		return { outcome, succeeded: true, message };
	}
	const last = decisions.at(-1);
	const note = last?.note ? ` ${last.note}` : '';
	const messages = {
		rejected: `The mail was rejected by ${last?.by ?? 'a reviewer'}, and not sent.${note}`,
		expired: 'Nobody decided in time, and the mail was not sent.',
		abandoned: `Whether the mail was sent is not certain; ${last?.by ?? 'a person'} decided not to send it again.${note}`,
		unknown: 'Whether the mail was sent is not certain, and nobody settled it in time.',
		not_followed: `The mail was queued, and what became of it is not known for every address. ${detail ?? ''}`.trim(),
	};
	return { outcome, succeeded: false, message: messages[outcome] };
}

function verdictOnBounced(bounced: EmailResult['outcomes'], addresses: number): Verdict {
	const names = bounced.map(({ address, status }) => `${address} (${status})`).join(', ');
	return verdictOnItems(addresses - bounced.length, addresses, `The mail was sent, and did not reach ${names}.`);
}
