import { linesOf, type Notice } from './notice';
import { mailLine } from './plain-text';

export interface MailMessage {
	subject: string;
	/** Plain text: a mail with HTML could hide where a link leads. */
	text: string;
}

/**
 * @param subscriptionId tells the reader where to stop these mails
 * @param thread title of the first mail of the same incident. Default: this is the first one
 */
export function mailMessage(notice: Notice, subscriptionId: string, thread?: string): MailMessage {
	const { title, link } = notice;
	const lines = [
		...linesOf(notice).map(mailLine),
		'',
		`${link.label}:`,
		link.url,
		'',
		`You receive this mail because of the subscription ${subscriptionId}. Your operator can change or delete it.`,
		'',
	];
	return { subject: mailLine(thread === undefined ? title : `Re: ${thread}`), text: lines.join('\n') };
}
