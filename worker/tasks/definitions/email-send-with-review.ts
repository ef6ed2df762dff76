import { emailResultSchema } from '../../../workflows/email/contract';
import { verdictOn } from '../../../workflows/email/verdict';
import { mail, unnotifiedReview } from '../subjects';
import { defineTask, ofResult } from './define-task';

export const emailSendWithReview = defineTask('email-send-with-review', {
	workflow: 'emailSendWithReview',
	title: 'Send an email after approval',
	description:
		'Drafts an email, sends it after a person approved exactly that version, and follows the delivery to every address.',
	version: 1,
	keyReuse: 'never',
	insteadOfRetry:
		'The email may have been sent, and a second start could send it twice. Read the result and the error of the task. If nothing was sent, start a new task, for which a person approves the email again. A program sends another Idempotency-Key.',
	stages: [
		...(['drafting', 'reviewing', 'sending', 'following', 'uncertain', 'resuming'] as const),
		...(['completed', 'failed', 'cancelled', 'timed_out'] as const),
	],
	review: {
		subject: mail,
		stages: { approval: 'reviewing', uncertain: 'uncertain' },
		warnings: unnotifiedReview,
	},
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
	judge: ofResult(emailResultSchema, verdictOn),
	personalData: { whileOpen: 'The task is open. Decide on its email or cancel the task, then erase again.' },
});
