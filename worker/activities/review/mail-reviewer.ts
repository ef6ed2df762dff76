import { ApplicationFailure } from '@temporalio/common';
import type { ReviewNotice } from '../../../workflows/review/activities';
import { REVIEW_MAIL_PAUSES } from '../../../workflows/task/delivery-options';
import { MAIL_OUTCOME_UNKNOWN } from '../../../workflows/task/failure';
import type { ReviewLinks } from '../../tasks/reviews/review-links';
import { type ReviewNoticeWords, SUBJECTS, type SubjectName } from '../../tasks/subjects';
import { cut, mailLine } from '../../webhooks/notices/plain-text';
import type { Receivers } from '../events/receivers';
import { mailRecipients, outcomeUnknown } from '../events/mail-recipients';
import type { MailSettings } from '../mail/send-mail';

/** A mail whose subject this worker knows. */
export type KnownNotice = ReviewNotice & { about: SubjectName };

/**
 * Sends one mail to one reviewer. It contains the link and the lines that name the subject. What it is about is on the
 * page, which needs nothing but the link. A retry has the same Message-ID.
 * @throws ApplicationFailure that is retried, or is final if the address was refused for good or the outcome is unknown
 */
export async function mailReviewer(
	mail: KnownNotice,
	links: ReviewLinks,
	settings: MailSettings | undefined,
	receivers: Receivers,
): Promise<'mailed' | 'no-mail-server'> {
	if (settings === undefined) return 'no-mail-server';
	const { taskId, run, question, reviewer, reminder, expiresAt, keyVersion, address, subject, about } = mail;
	const link = links.of({ taskId, question, reviewer, expiresAt, keyVersion });
	const words = SUBJECTS[about].notice(mail, shown);
	const again = reminder > 0 ? 'Reminder: ' : '';
	const mailTo = (to: string) => ({
		to,
		subject: `${again}${words.title}: ${shown(subject)}`,
		text: textOf(words, link, expiresAt),
		// A task that is started again asks anew, and mailboxes drop a mail whose Message-ID they know.
		id: [taskId, ...(run === undefined ? [] : [run]), `${question}`, `${reviewer}`, `${reminder}`],
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

function textOf({ what, facts, how }: ReviewNoticeWords, link: string, expiresAt: number): string {
	return [
		what,
		'',
		...facts,
		'',
		how,
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
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'UTC',
	timeZoneName: 'short',
});
