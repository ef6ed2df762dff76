import { smtpAdvice } from '../../../api';
import type { Config } from '../../config';
import { greetMailServer } from '../../net/mail-server';
import { SMTP_LIMITS, type SmtpLimits } from '../../net/smtp-limits';
import { type Check, errorText, fail, ok } from './check';

/** From this on, the response time of a mail server is worth a word. */
const SLOW_SECONDS = 2;

/**
 * Whether the mail server that notifies reviewers and subscribers accepts the login, within the same limits as for a mail.
 * No mail is sent.
 */
export async function checkMail(mail: Config['mail'], limits: SmtpLimits = SMTP_LIMITS): Promise<Check[]> {
	if (mail === undefined)
		return [ok('mail', 'Not configured: only events notify reviewers, and no subscription can send mail.')];
	const begun = Date.now();
	try {
		await greetMailServer({ url: mail.smtpUrl, limits });
	} catch (error) {
		const todo = smtpAdvice(mail.smtpUrl, error) ?? 'Check mail.smtpUrl: host, port, user and password.';
		return [fail('mail', errorText(error), todo)];
	}
	const seconds = Math.round((Date.now() - begun) / 1000);
	const slowly = seconds < SLOW_SECONDS ? '' : ` It took ${seconds} s to respond, so mails are slow.`;
	return [ok('mail', `${new URL(mail.smtpUrl).host} accepts emails.${slowly}`)];
}
