import { linesOf, type Notice } from './notice';
import { mailLine } from './plain-text';

export interface MailMessage {
	subject: string;
	/** Plain text: a mail with HTML could hide where a link leads. */
	text: string;
}

/** @param subscriptionId tells the reader where to stop these mails */
export function mailMessage(notice: Notice, subscriptionId: string): MailMessage {
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
	return { subject: mailLine(title), text: lines.join('\n') };
}
