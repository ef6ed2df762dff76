import { ApplicationFailure } from '@temporalio/common';
import type { DeliveryResult } from '../../../workflows/task/activities';
import { eventPauses } from '../../../workflows/task/delivery-options';
import { TIMING } from '../../../workflows/task/timing';
import type { MailMessage } from '../../webhooks/notices/mail-message';
import type { Settled } from './mail-notes';
import { mailRecipients, outcomeUnknown } from './mail-recipients';
import type { MailSettings } from '../mail/send-mail';
import type { Receivers } from './receivers';

export interface EventMail {
	eventId: string;
	subscriptionId: string;
	recipients: readonly string[];
	message: MailMessage;
	/** The event that the first mail of the same incident told. Default: this is the first one */
	firstEventId?: string | undefined;
}

const TAKEN = 250;
const REFUSED = 550;

/**
 * Mails an event to each recipient, in a mail of its own, so that recipients do not see each other's addresses.
 * @throws ApplicationFailure that is retried, or is final if every address was refused for good
 */
export async function mailEvent(
	{ eventId, subscriptionId, recipients, message, firstEventId }: EventMail,
	settings: MailSettings | undefined,
	receivers: Receivers,
): Promise<DeliveryResult> {
	if (settings === undefined)
		throw ApplicationFailure.retryable(
			'This worker has no mail server. Set mail.smtpUrl and mail.from in its configuration, and restart it.',
			'no_mail_server',
		);
	const idFor = (to: string, event: string) => [event, subscriptionId, to.toLowerCase()];
	const mailTo = (to: string) => ({
		...message,
		to,
		id: idFor(to, eventId),
		...(firstEventId === undefined ? {} : { follows: idFor(to, firstEventId) }),
	});
	const mails = {
		recipients,
		mailTo,
		recipient: 'a recipient',
		pauses: settings.pauses ?? eventPauses(TIMING),
	} as const;
	const settled = await mailRecipients(mails, settings, receivers);
	const count = (as: Settled) => settled.filter((each) => each === as).length;
	const [refused, unknown] = [count('refused'), count('unknown')];
	if (refused === settled.length)
		throw ApplicationFailure.create({
			type: 'mail_not_taken',
			message: 'The mail server refused every recipient for good. Correct the recipients of the subscription.',
			details: [{ status: REFUSED }],
			nonRetryable: true,
		});
	const notes = [
		...(refused === 0 ? [] : [`The mail server refused ${refused} of ${settled.length} recipients for good.`]),
		...(unknown === 0 ? [] : [`${outcomeUnknown(unknown, settled.length)} ${WHAT_TO_DO}`]),
	];
	return {
		...(unknown === 0 ? { outcome: 'delivered', status: TAKEN } : { outcome: 'unknown', status: 0 }),
		...(notes.length > 0 && { note: notes.join(' ') }),
	};
}

const WHAT_TO_DO =
	"The mail server got the message twice and confirmed neither. Look for it in the mailbox, or in the mail server's log. If it is not there, send the delivery again.";
