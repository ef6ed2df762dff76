/** How long a mail server may take, in milliseconds. A slow server is no broken one: content filters take their time. */
export interface SmtpLimits {
	/** For the name and the connection. A firewall that swallows packets shows within it. */
	connect: number;
	/** For the greeting. */
	greeting: number;
	/** For the response to a command: EHLO, STARTTLS, AUTH, MAIL, RCPT. */
	command: number;
	/** For the response to DATA. */
	data: number;
	/** For the message, and for the response to the dot that ends it. Whoever stops too early makes duplicates. */
	message: number;
}

/** The least that RFC 5321, section 4.5.3.2, asks of senders. The RFC has no limit for the connection itself. */
export const SMTP_LIMITS: SmtpLimits = {
	connect: 30_000,
	greeting: 300_000,
	command: 300_000,
	data: 120_000,
	message: 600_000,
};

/** The parts of a dialogue that are waited for as a whole. */
export type SmtpPart = 'ready' | 'login' | 'envelope' | 'message';

/** The longest time of each part, in milliseconds. */
export function limitsOfParts({ connect, greeting, command, data, message }: SmtpLimits): Record<SmtpPart, number> {
	return {
		// EHLO, STARTTLS, and EHLO again.
		ready: connect + greeting + 3 * command,
		// AUTH, name, password.
		login: 3 * command,
		// MAIL, one RCPT, DATA.
		envelope: 2 * command + data,
		message,
	};
}

/** The longest time that one mail to one address can take, in milliseconds. */
export function longestDialogue(limits: SmtpLimits): number {
	return Object.values(limitsOfParts(limits)).reduce((sum, each) => sum + each, 0);
}
