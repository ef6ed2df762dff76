import type { Issue } from '../../api';
import type { StoredMailbox } from '../database/mailboxes-repository';
import { ApiProblem } from '../problems/problems';

const conflict = (type: string, title: string, detail: string, issues: Issue[] = []) =>
	new ApiProblem({ type, title, status: 409, detail, issues });

/** The next step for a mailbox that cannot send. */
const REMEDIES = {
	pending: 'Set up forwarding, run the action test-forwarding, then activate.',
	disconnected: 'Use the action reconnect first.',
	active: '',
} as const satisfies Record<StoredMailbox['status'], string>;

/**
 * Refusals of email: "actionable" (specification, part 7). Refusals that are not about invalid input are conflicts,
 * 409.
 */
export const emailProblems = {
	addressTaken: (address: string) =>
		conflict(
			'mailbox_exists',
			'Mailbox already exists',
			`A mailbox for ${address} already exists. Delete that mailbox first.`,
			[{ path: 'address', message: 'already has a mailbox' }],
		),
	mailboxLimitReached: (limit: number) =>
		conflict(
			'mailbox_limit_reached',
			'Too many mailboxes',
			`The plan holds at most ${limit} mailboxes. Delete one, or choose a larger plan.`,
		),
	mailboxNotActive: ({ address, status }: StoredMailbox) =>
		conflict('mailbox_not_active', 'Mailbox is not active', `${address} is ${status}. ${REMEDIES[status]}`, [
			{ path: 'mailboxId', message: `is ${status}` },
		]),
	mailboxDisconnected: ({ address }: StoredMailbox) =>
		conflict(
			'mailbox_disconnected',
			'Mailbox is disconnected',
			`${address} is disconnected. ${REMEDIES.disconnected}`,
			[{ path: 'mailboxId', message: 'is disconnected' }],
		),
	forwardingNotVerified: ({ address }: StoredMailbox) =>
		conflict(
			'forwarding_not_verified',
			'Forwarding is not verified',
			`No mail for ${address} has arrived yet. Set up forwarding at your mail provider, then run the action test-forwarding.`,
			[{ path: 'mailboxId', message: 'receives no mail yet' }],
		),
	noDefaultSender: () =>
		conflict(
			'no_default_sender',
			'No default sender',
			'This agent has no active default mailbox. Name an active mailboxId, or make an active mailbox the default.',
			[{ path: 'mailboxId', message: 'is needed, because there is no active default mailbox' }],
		),
	aiUnavailable: (mailbox: StoredMailbox | undefined) =>
		conflict(
			'ai_unavailable',
			'Automatic replies are not available',
			mailbox
				? `Automatic replies are off for ${mailbox.address}. Set aiEnabled to true with the action update.`
				: 'The mailbox of this conversation was deleted. Send a reply to connect the conversation to another mailbox.',
			[{ path: 'resume', message: 'is not possible for this conversation now' }],
		),
	testMailFailed: (address: string, reason: string) =>
		conflict('test_mail_failed', 'Test mail was not delivered', `The test mail to ${address} failed: ${reason}`),
	allowanceExhausted: (limit: number, used: number, wanted: number) =>
		conflict(
			'email_allowance_exhausted',
			'Email allowance is used up',
			`${used} of ${limit} recipients of this month are used, and this mail has ${wanted}. ` +
				'Wait for the next month, or choose a larger plan.',
		),
	changedSinceAuthorized: () =>
		conflict(
			'email_changed',
			'The email changed after the user authorized it',
			'Its mailbox, signature, subject or recipients changed while the user was reading. Nothing was sent. ' +
				'Repeat the call so that the user can authorize the current email.',
		),
	keyReused: () =>
		conflict(
			'idempotency_key_reused',
			'Idempotency key belongs to another request',
			'This idempotencyKey belongs to a request with other content or recipients. ' +
				'Repeat that request unchanged, or send the new request with a new key.',
			[{ path: 'idempotencyKey', message: 'was used with different input' }],
		),
};
