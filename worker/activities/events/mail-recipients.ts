import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { timeLimit } from '../../../api';
import type { DeliveryPauses } from '../../../workflows/task/delivery-options';
import { MAIL_OUTCOME_UNKNOWN } from '../../../workflows/task/failure';
import { nextPause, notAsked } from './pauses';
import { MAIL_SERVER, type Receivers } from './receivers';
import { notYet } from '../../temporal/not-yet';
import { MailNotes, type Settled } from './mail-notes';
import {
	codesOf,
	type Mail,
	type MailAnswer,
	type MailSettings,
	notTaken,
	type Recipient,
	sendMail,
} from '../mail/send-mail';

/** An attempt begins no further mail after this time, so it holds its slot for one slow mail at most. In ms. */
export const BUSY_MS = 8_000;
/** The part of an attempt's own limit that its mails may use. */
export const SHARE_OF_ATTEMPT = 0.9;

export interface Mails {
	/** Addresses, each of which gets a mail of its own. */
	recipients: readonly string[];
	mailTo: (address: string) => Mail;
	/** The recipients in the words of an error. */
	recipient: Recipient;
	/** Between attempts that the mail server did not take. */
	pauses: DeliveryPauses;
}

/**
 * Mails each recipient once, over as many attempts of the activity as it takes. A mail with an unknown outcome is
 * repeated once, an hour later, with the same Message-ID. An address that is slow or refused for now stops no other.
 * @returns what came of each mail, when all are settled
 * @throws ApplicationFailure that is retried
 */
export async function mailRecipients(mails: Mails, settings: MailSettings, receivers: Receivers): Promise<Settled[]> {
	const { recipients, mailTo, recipient } = mails;
	const limitMs = Math.round(activityInfo().startToCloseTimeoutMs * SHARE_OF_ATTEMPT);
	const signal = AbortSignal.any([cancellationSignal(), timeLimit(limitMs)]);
	return MailNotes.keep(async (notes) => {
		const until = Date.now() + BUSY_MS;
		let failure: ApplicationFailure | null = null;
		for (const address of notes.due(recipients)) {
			if (signal.aborted || Date.now() >= until)
				throw failure ?? notYet('The mail server is slow. The next attempt mails the other recipients.', 1_000);
			const attempt = notes.begin(address);
			// If the worker is killed after this, nobody knows what the mail server did.
			const onHandOver = () => attempt.unknown('the worker stopped');
			const answer = await answerOf(mails, settings, receivers, () =>
				sendMail(settings, mailTo(address), { signal, onHandOver }),
			);
			if (answer.kind === 'taken') attempt.taken();
			else if (answer.kind === 'refused') attempt.refused();
			else if (answer.kind === 'unknown') attempt.unknown(answer.codes);
			else {
				attempt.notTaken();
				failure = notTaken(answer, recipient, nextPause(mails.pauses));
			}
		}
		if (failure !== null) throw failure;
		throwWhileUnknown(notes, recipients);
		return recipients.map((address) => notes.settled(address) ?? 'unknown');
	});
}

/** @throws ApplicationFailure if the mail server was not asked, or did not respond */
async function answerOf(
	{ recipient, pauses }: Mails,
	{ smtpUrl }: MailSettings,
	receivers: Receivers,
	send: () => Promise<MailAnswer>,
): Promise<MailAnswer> {
	try {
		return await receivers.attempt(MAIL_SERVER, MAIL_SERVER, send);
	} catch (error) {
		throw notAsked(error, MAIL_SERVER, pauses) ?? notTaken(codesOf(error, smtpUrl), recipient, nextPause(pauses));
	}
}

/** @throws ApplicationFailure that is retried when the first repeat is due */
function throwWhileUnknown(notes: MailNotes, recipients: readonly string[]): void {
	const unknown = recipients.flatMap((address) => notes.whyUnknown(address) ?? []);
	if (unknown.length === 0) return;
	const repeats = recipients.flatMap((address) => notes.repeatAt(address) ?? []);
	throw ApplicationFailure.create({
		type: MAIL_OUTCOME_UNKNOWN,
		message: `${outcomeUnknown(unknown.length, recipients.length)} The mail server got the message and did not confirm it (${unknown[0] ?? ''}). The worker sends it once more after an hour, with the same Message-ID.`,
		nextRetryDelay: Math.max(1, Math.min(...repeats) - Date.now()),
	});
}

/** The beginning of what people read about it. */
export function outcomeUnknown(count: number, all: number): string {
	return `The outcome is unknown for ${count} of ${all} ${all === 1 ? 'mail' : 'mails'}.`;
}
