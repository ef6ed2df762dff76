import { DECISION_ACTIONS, type EmailResult, emailResultSchema } from '../../../workflows/email/contract';
import { defineTask, ofResult, type Verdict, verdictOnItems } from './define-task';

/** The specification names no value of a status (part 3): these words say that a mail did not reach its address. */
const UNDELIVERED = /bounce|undeliver|reject|refus|block|fail|cancel|drop|suppress|invalid|expired/i;

export const emailSendWithReview = defineTask('email-send-with-review', {
	workflow: 'emailSendWithReview',
	title: 'Send an email after approval',
	description:
		'Drafts an email, sends it after a person approved exactly that version, and follows the delivery to every address.',
	version: 1,
	keyReuse: 'never',
	insteadOfRetry:
		'The email may have been sent, and a second start could send it twice. Read the result and the error of the task. If nothing was sent, start a new task with another Idempotency-Key. A person approves the email again.',
	decisions: DECISION_ACTIONS,
	stages: [
		...(['drafting', 'reviewing', 'sending', 'following', 'uncertain', 'resuming'] as const),
		...(['completed', 'failed', 'cancelled', 'timed_out'] as const),
	],
	waitingStages: ['reviewing', 'uncertain'],
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentId: 'shown',
		to: 'counted',
		cc: 'counted',
		subject: 'hidden',
		content: 'hidden',
		prompt: 'hidden',
		sessionId: 'hidden',
		name: 'hidden',
		mailboxId: 'shown',
		reviewers: 'counted',
		remindAfterSeconds: 'shown',
		deadlineSeconds: 'shown',
		followSeconds: 'shown',
		resumeAutoReplies: 'shown',
	},
	scopes: ['read:email', 'read:conversations', 'write:conversations', 'write:chat'],
	checkStart: ({ connections }, input) => connections.get(input.connection).checkMail(input),
	judge: ofResult(emailResultSchema, judge),
	personalData: { whileOpen: 'The task is open. Decide on its email or cancel the task, then erase again.' },
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
				message: `The email was sent, but the agent's own replies stay paused. ${autoReplies.detail ?? ''}`.trim(),
			};
		const message = outcome === 'sent' ? 'The email was sent.' : 'A person confirmed that the email was sent.';
		return { outcome, succeeded: true, message };
	}
	const last = decisions.at(-1);
	const note = last?.note ? ` ${last.note}` : '';
	const messages = {
		rejected: `${last?.by ?? 'A reviewer'} rejected the email. It was not sent.${note}`,
		expired: 'Nobody decided in time. The email was not sent.',
		abandoned: `The email may or may not have been sent. ${last?.by ?? 'A person'} decided not to send it again.${note}`,
		unknown: 'The email may or may not have been sent, and nobody settled it in time.',
		not_followed: `The email was queued, but some address has an unknown outcome. ${detail ?? ''}`.trim(),
	};
	return { outcome, succeeded: false, message: messages[outcome] };
}

function verdictOnBounced(bounced: EmailResult['outcomes'], addresses: number): Verdict {
	const names = bounced.map(({ address, status }) => `${address} (${status})`).join(', ');
	return verdictOnItems(addresses - bounced.length, addresses, `The email was sent, but did not reach ${names}.`);
}
