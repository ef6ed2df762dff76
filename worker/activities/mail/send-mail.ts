import { ApplicationFailure } from '@temporalio/common';
import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';

/** The configured mail server. */
export interface MailSettings {
	smtpUrl: string;
	from: string;
}

export interface Mail {
	/** One address. */
	to: string;
	subject: string;
	text: string;
	/** The same for a repeat of the same mail: it becomes the Message-ID, by which mailboxes recognise the repeat. */
	id: readonly string[];
}

/** A mail server, each mail over a connection of its own. */
export interface OpenMail {
	/** @throws ApplicationFailure `mail_not_taken`, final if the server refuses the address for good */
	send(mail: Mail): Promise<void>;
	close(): void;
}

/** The recipients in the words of an error. */
type Recipient = 'a reviewer' | 'a recipient';

/** A server that stops responding must not hold an attempt for minutes, as it would by nodemailer's defaults. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000 };

/** @param recipient who the mails are for, in the words of an error: their addresses must not be in it */
export function openMail({ smtpUrl, from }: MailSettings, recipient: Recipient): OpenMail {
	const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
	// Each call reports its own failure.
	transport.on('error', () => undefined);
	return {
		async send({ to, subject, text, id }) {
			try {
				await transport.sendMail({
					from,
					to: { name: '', address: to },
					subject,
					text,
					messageId: `<${hashOf(id)}@agent-knowledge.invalid>`,
					headers: { 'Auto-Submitted': 'auto-generated' },
				});
			} catch (error) {
				throw mailFailure(error, recipient);
			}
		},
		close: () => transport.close(),
	};
}

function hashOf(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/**
 * The failure of a mail that the mail server did not accept. It holds only codes, because the server's response
 * contains the address. It is final if the server refuses that address for good. The operator can fix every other
 * cause.
 */
function mailFailure(error: unknown, recipient: Recipient): ApplicationFailure {
	const [code, status, command] = ['code', 'responseCode', 'command'].map((field) => fieldOf(error, field));
	const codes = [code, status].filter((each) => typeof each === 'string' || typeof each === 'number');
	return ApplicationFailure.create({
		type: 'mail_not_taken',
		message: `The mail server did not accept the mail to ${recipient}: ${codes.join(', ') || 'it gave no code'}.`,
		details: typeof status === 'number' ? [{ status }] : [],
		nonRetryable: command === 'RCPT TO' && typeof status === 'number' && status >= 500,
	});
}

function fieldOf(error: unknown, field: string): unknown {
	return typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
}
