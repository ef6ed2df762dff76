import { ApplicationFailure } from '@temporalio/common';
import { createHash } from 'node:crypto';
import type { ReviewMail } from '../../../workflows/email/activities';
import type { Draft } from '../../../workflows/email/contract';
import type { ReviewLinks } from '../../tasks/reviews/review-links';
import { REVIEW_MAIL_PAUSES } from '../../../workflows/task/delivery-options';
import { MAIL_OUTCOME_UNKNOWN } from '../../../workflows/task/failure';
import type { Receivers } from '../events/receivers';
import { mailRecipients, outcomeUnknown } from '../events/mail-recipients';
import type { MailSettings } from '../mail/send-mail';
import { cut, mailLine } from '../../webhooks/notices/plain-text';

/**
 * Sends one mail to one reviewer. It contains the link, the subject and the recipients. The text is on the page, which
 * needs nothing but the link. A retry has the same Message-ID.
 * @throws ApplicationFailure that is retried, or is final if the address was refused for good or the outcome is unknown
 */
export async function mailReviewer(
	mail: ReviewMail,
	links: ReviewLinks,
	settings: MailSettings | undefined,
	receivers: Receivers,
): Promise<'mailed' | 'no-mail-server'> {
	if (settings === undefined) return 'no-mail-server';
	const { taskId, question, reviewer, reminder, kind, expiresAt, keyVersion, address, subject } = mail;
	const link = links.of({ taskId, question, reviewer, expiresAt, keyVersion });
	const what = kind === 'approval' ? 'Please review' : 'Was it sent?';
	const again = reminder > 0 ? 'Reminder: ' : '';
	const mailTo = (to: string) => ({
		to,
		subject: `${again}${what}: ${shown(subject)}`,
		text: textOf(mail, link),
		id: [taskId, `${question}`, `${reviewer}`, `${reminder}`],
	});
	const mails = { recipients: [address], mailTo, recipient: 'a reviewer', pauses: REVIEW_MAIL_PAUSES } as const;
	const [settled] = await mailRecipients(mails, settings, receivers);
	if (settled === 'taken') return 'mailed';
	throw settled === 'refused'
		? ApplicationFailure.nonRetryable('The mail server refused the address of a reviewer for good.', 'mail_not_taken')
		: ApplicationFailure.nonRetryable(
				`${outcomeUnknown(1, 1)} The mail server got the mail to a reviewer twice and confirmed neither. Look into its log, or give the reviewer the link of the review.`,
				MAIL_OUTCOME_UNKNOWN,
			);
}

function textOf({ kind, subject, to, cc, expiresAt }: ReviewMail, link: string): string {
	const people = (addresses: readonly string[]) => addresses.map(shown).join(', ');
	const named = [`Subject: ${shown(subject)}`, `To: ${people(to)}`, ...(cc.length === 0 ? [] : [`CC: ${people(cc)}`])];
	const lines =
		kind === 'approval'
			? [
					'A mail waits for your decision. Nothing is sent before a reviewer approves it.',
					'',
					...named,
					'',
					'Read it, change it, approve it or reject it here:',
				]
			: [
					'An approved mail may or may not have been sent.',
					'',
					...named,
					'',
					'Look at the conversation, then decide here:',
				];
	return [
		...lines,
		'',
		link,
		'',
		`The link works until ${UNTIL.format(expiresAt)}, for one decision. Everyone with the link can decide, so do not forward it.`,
		'',
	].join('\n');
}

/** Longer subjects say no more, and move the link out of sight. */
const LONGEST_SHOWN = 200;

/** Words of others. The only link of the mail is ours. */
function shown(text: string): string {
	return cut(mailLine(text), LONGEST_SHOWN);
}

/** A mail cannot know its reader's time zone. */
const UNTIL = new Intl.DateTimeFormat('en-GB', {
	...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
	...{ hour: '2-digit', minute: '2-digit' },
	...{ timeZone: 'UTC', timeZoneName: 'short' },
});

interface SealedDraft extends Draft {
	agentId: string;
	mailboxId: string;
	sessionId: string | null;
}

/** SHA-256 over everything that a reviewer approves. */
export function draftHash({ agentId, mailboxId, sessionId, to, cc, subject, content }: SealedDraft): string {
	const parts = JSON.stringify([agentId, mailboxId, sessionId, to, cc, subject, content]);
	return createHash('sha256').update(parts).digest('base64url');
}
