import { ApplicationFailure } from '@temporalio/common';
import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { smtpAdvice, smtpCode } from '../../../api';
import { sendOverSmtp } from '../../net/mail-server';
import type { DeliveryPauses } from '../../../workflows/task/delivery-options';
import { SMTP_LIMITS, type SmtpLimits } from '../../net/smtp-limits';

/** The configured mail server. */
export interface MailSettings {
	smtpUrl: string;
	from: string;
	/** Default: those of RFC 5321. */
	limits?: SmtpLimits;
	/** Between two attempts to mail an event or a report. Default: those of events */
	pauses?: DeliveryPauses;
}

export interface Mail {
	/** One address. */
	to: string;
	subject: string;
	text: string;
	/** The same as HTML. Default: plain text alone, in which no link can lead elsewhere than it says */
	html?: string;
	/** The same for a repeat of the same mail: it becomes the Message-ID, by which mailboxes recognise the repeat. */
	id: readonly string[];
	/** That of the first mail of the same incident, which this one replies to. Default: none */
	follows?: readonly string[];
}

/** The recipients in the words of an error: their addresses must not be in it. */
export type Recipient = 'a reviewer' | 'a recipient';

/** What the mail server said, without its words: they contain the address. */
export interface Codes {
	/** For people: nodemailer's code and the SMTP status. */
	codes: string;
	/** SMTP status, if the server responded. */
	status: number | null;
}

/**
 * What came of a mail.
 *
 * - `taken`: the mail server has it.
 * - `refused`: it refuses this address for good.
 * - `later`: it has not got it, and may take it later.
 * - `unknown`: it may have it or not, because its last response was lost.
 */
export type MailAnswer = { kind: 'taken' } | ({ kind: 'refused' | 'later' | 'unknown' } & Codes);

export interface Sending {
	signal: AbortSignal;
	/** Called when the server gets the message. */
	onHandOver: () => void;
}

/**
 * Sends one mail over a connection of its own, once.
 * @throws the reason if the mail server does not respond, or refuses the login: that is not about this mail
 */
export async function sendMail(
	{ smtpUrl, from, limits = SMTP_LIMITS }: MailSettings,
	{ to, subject, text, html, id, follows }: Mail,
	{ signal, onHandOver }: Sending,
): Promise<MailAnswer> {
	const message = new MailComposer({
		from,
		subject,
		text,
		...(html === undefined ? {} : { html }),
		to: { name: '', address: to },
		headers: { 'Auto-Submitted': 'auto-generated' },
	}).compile();
	const envelope = message.getEnvelope();
	const messageId = (parts: readonly string[]) => `<${hashOf(parts)}@${domainOf(envelope.from)}>`;
	message.setHeader('Message-ID', messageId(id));
	if (follows !== undefined) {
		message.setHeader('In-Reply-To', messageId(follows));
		message.setHeader('References', messageId(follows));
	}
	const mail = { envelope, content: await message.build(), onHandOver };
	const result = await sendOverSmtp({ url: smtpUrl, limits, signal }, mail);
	if (result.kind === 'taken') return result;
	const codes = codesOf(result.error, smtpUrl);
	if (result.kind === 'unknown') return { kind: 'unknown', ...codes };
	// Whatever else the server refuses, the operator can correct.
	const isRefused = fieldOf(result.error, 'command') === 'RCPT TO' && codes.status !== null && codes.status >= 500;
	return { kind: isRefused ? 'refused' : 'later', ...codes };
}

/** Filters for spam distrust ids of a domain that is not the sender's. */
function domainOf(sender: string | false): string {
	return (sender || '').split('@').at(-1) || 'agent-knowledge.invalid';
}

function hashOf(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** The failure of a mail that the mail server did not accept. It is retried. */
export function notTaken({ codes, status }: Codes, recipient: Recipient, pauseMs: number): ApplicationFailure {
	return ApplicationFailure.create({
		type: 'mail_not_taken',
		message: `The mail server did not accept the mail to ${recipient}: ${codes}.`,
		details: status === null ? [] : [{ status }],
		nextRetryDelay: pauseMs,
	});
}

/** @param smtpUrl the address of the mail server, for what to change there. Default: nothing is said of it */
export function codesOf(error: unknown, smtpUrl = ''): Codes {
	const status = fieldOf(error, 'responseCode');
	const codes = [smtpCode(error), status].filter((each) => each !== '' && each !== undefined).join(', ');
	const advice = smtpAdvice(smtpUrl, error)?.replace(/\.$/, '');
	const words = [codes || 'it gave no code', ...(advice === undefined ? [] : [advice])].join('. ');
	return { codes: words, status: typeof status === 'number' ? status : null };
}

function fieldOf(error: unknown, field: string): unknown {
	return typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
}
