import { activityInfo, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import type { DeliveryResult } from '../../../workflows/task/activities';
import { EVENT_PAUSES } from '../../../workflows/task/delivery-options';
import type { MailMessage } from '../../webhooks/notices/mail-message';
import { type MailSettings, openMail, type OpenMail } from '../mail/send-mail';
import { notYet } from '../task/failure';
import { notAsked } from './pauses';
import { MAIL_SERVER, type Receivers } from './receivers';

interface EventMail {
	eventId: string;
	subscriptionId: string;
	recipients: readonly string[];
	message: MailMessage;
}

/** Whether the mail server took the mail to an address (lower case), or refused the address for good. */
const settledSchema = z.record(z.string(), z.enum(['taken', 'refused']));
type Settled = z.infer<typeof settledSchema>;

const TAKEN = 250;
const REFUSED = 550;
/** An attempt ends in time for its own limit, and the next one mails the rest. */
const BUSY_MS = 8_000;

/**
 * Mails an event to each recipient, in a mail of its own, so that recipients do not see each other's addresses. The
 * heartbeat carries the recipients that are settled, so that a retry mails only the others. A retry after a lost response
 * has the same Message-ID.
 * @throws ApplicationFailure that is retried, or is final if every address was refused for good
 */
export async function mailEvent(
	mail: EventMail,
	settings: MailSettings | undefined,
	receivers: Receivers,
): Promise<DeliveryResult> {
	if (settings === undefined)
		throw ApplicationFailure.retryable(
			'This worker has no mail server. Set mail.smtpUrl and mail.from in its configuration, and restart it.',
			'no_mail_server',
		);
	const settled: Settled = settledSchema.safeParse(activityInfo().heartbeatDetails).data ?? {};
	const open = openMail(settings, 'a recipient');
	try {
		await mailOthers(mail, settled, {
			send: (each) => receivers.attempt(MAIL_SERVER, MAIL_SERVER, () => open.send(each)),
		});
	} finally {
		open.close();
	}
	const refused = mail.recipients.filter((address) => settled[keyOf(address)] === 'refused').length;
	if (refused === mail.recipients.length)
		throw ApplicationFailure.create({
			type: 'mail_not_taken',
			message: 'The mail server refused every recipient for good. Correct the recipients of the subscription.',
			details: [{ status: REFUSED }],
			nonRetryable: true,
		});
	const note = `The mail server refused ${refused} of ${mail.recipients.length} recipients for good.`;
	return { outcome: 'delivered', status: TAKEN, ...(refused === 0 ? {} : { note }) };
}

/** One address that is refused for now stops no other. @throws ApplicationFailure the last one that a retry can mend */
async function mailOthers(
	{ eventId, subscriptionId, recipients, message }: EventMail,
	settled: Settled,
	open: Pick<OpenMail, 'send'>,
): Promise<void> {
	const until = Date.now() + BUSY_MS;
	let failure: ApplicationFailure | null = null;
	for (const address of recipients.filter((each) => settled[keyOf(each)] === undefined)) {
		if (Date.now() >= until)
			throw failure ?? notYet('The mail server is slow. The next attempt mails the other recipients.', 1_000);
		try {
			await open.send({ ...message, to: address, id: [eventId, subscriptionId, keyOf(address)] });
			settled[keyOf(address)] = 'taken';
		} catch (error) {
			const later = notAsked(error, MAIL_SERVER, EVENT_PAUSES);
			if (later !== null) throw later;
			if (!(error instanceof ApplicationFailure)) throw error;
			if (error.nonRetryable === true) settled[keyOf(address)] = 'refused';
			else failure = error;
		}
		heartbeat(settled);
	}
	if (failure !== null) throw failure;
}

function keyOf(address: string): string {
	return address.toLowerCase();
}
