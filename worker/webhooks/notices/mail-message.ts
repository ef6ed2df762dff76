import { linesOf, type Notice } from './notice';
import { mailLine } from './plain-text';

export interface MailMessage {
	subject: string;
	/** Plain text: a mail with HTML could hide where a link leads. */
	text: string;
}

/** Whose mails these are. The description is empty where nothing was said. */
export interface Subscribed {
	id: string;
	description: string;
}

/**
 * @param subscription tells the reader where to stop these mails, in the words that the list of subscriptions shows
 * @param thread title of the first mail of the same incident. Default: this is the first one
 */
export function mailMessage(notice: Notice, subscription: Subscribed, thread?: string): MailMessage {
	const { title, link } = notice;
	const lines = [
		...linesOf(notice).map(mailLine),
		'',
		`${link.label}:`,
		link.url,
		'',
		`You receive this mail because of the subscription ${nameOf(subscription)}. Your operator can change or delete it.`,
		'',
	];
	return { subject: mailLine(thread === undefined ? title : `Re: ${thread}`), text: lines.join('\n') };
}

function nameOf({ id, description }: Subscribed): string {
	const said = mailLine(description);
	return said === '' ? id : `"${said}" (${id})`;
}
