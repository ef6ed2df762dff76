import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import { smtpAdvice } from '../../api';
import type { Via } from '../database/deliveries-repository';

/** A mail server that accepts outgoing mail. */
export interface MailServer {
	host: string;
	port: number;
	/** TLS from the first byte. Otherwise STARTTLS if the server offers it. */
	secure: boolean;
	auth?: { user: string; pass: string };
}

/** Parses smtp://user:password@host:port. smtps: means TLS from the first byte. */
export function mailServerOf(url: URL): MailServer {
	const secure = url.protocol === 'smtps:';
	const user = decodeURIComponent(url.username);
	return {
		host: url.hostname.replaceAll(/^\[|\]$/g, ''),
		port: Number(url.port) || (secure ? 465 : 587),
		secure,
		auth: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
	};
}

/** The URL without credentials. */
export function urlOf({ host, port, secure }: MailServer): string {
	return `${secure ? 'smtps' : 'smtp'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The mail server for outgoing mail: the configured one, else the sandbox's own. */
export class MailTransport {
	private own: MailServer | undefined;

	/** @param foreign if undefined, the sandbox's own server */
	constructor(private readonly foreign: MailServer | undefined) {}

	get via(): Via {
		return this.foreign ? 'smtp' : 'sandbox';
	}

	/** Called once the sandbox's own server listens. */
	useOwn(server: MailServer): void {
		this.own = server;
	}

	/** @throws the signal's reason if it is aborted */
	send(envelope: Envelope, message: Buffer, signal: AbortSignal): Promise<SendResult> {
		const server = this.foreign ?? this.own;
		if (!server) throw new Error('The sandbox tried to send mail before its mail server had started.');
		return sendOverSmtp(server, envelope, message, signal);
	}
}

/** The server's response for one address. */
export interface AddressResponse {
	address: string;
	answer: 'accepted' | 'deferred' | 'refused';
	/** The server's reason; null if it accepted. */
	reason: string | null;
}

export type SendResult =
	| { kind: 'answered'; answers: AddressResponse[] }
	/** The server has no message of ours: it may be sent again. */
	| { kind: 'not-sent'; reason: string }
	/** The message was handed over, and the server's last word was lost: it may have been sent. */
	| { kind: 'uncertain'; reason: string };

interface Envelope {
	/** The address for bounces. */
	from: string;
	to: string[];
}

/**
 * A mail server may take minutes to greet and to confirm a message (RFC 5321, section 4.5.3.2). Who stops waiting too
 * early calls mail uncertain that was sent.
 */
export const TIMEOUTS_MS = {
	dnsTimeout: 30_000,
	/** From the look-up of the name to the end of STARTTLS, so the greeting is a part of it. */
	connectionTimeout: 330_000,
	greetingTimeout: 300_000,
	/** Without a word of the server, at any step. */
	socketTimeout: 600_000,
};
/** Commands whose responses are about the message and its addresses, not about the connection. */
const ABOUT_THE_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/**
 * One attempt to send a message to a mail server. nodemailer's own transport does not report whether the server got the
 * message before the connection broke. Only that decides whether a retry is safe.
 *
 * @throws the signal's reason when it is aborted
 */
async function sendOverSmtp(
	server: MailServer,
	envelope: Envelope,
	message: Buffer,
	signal: AbortSignal,
): Promise<SendResult> {
	const connection = new SMTPConnection({ ...server, ...TIMEOUTS_MS });
	let handedOver = false;
	// Read only after the server has asked for the message.
	const content = Readable.from(
		(function* () {
			handedOver = true;
			yield message;
		})(),
	);
	// Closing it ends the dialogue.
	const stop = () => connection.close();
	signal.addEventListener('abort', stop, { once: true });
	try {
		const info = await dialogue(connection, server, envelope, content);
		connection.quit();
		return { kind: 'answered', answers: responsesOf(info) };
	} catch (error) {
		connection.close();
		signal.throwIfAborted();
		const mailError = toMailError(error);
		const advice = smtpAdvice(urlOf(server), mailError);
		const reason = advice === null ? mailError.message : `${mailError.message}. ${advice}`;
		return resultOf(mailError, envelope.to, handedOver, reason);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

function dialogue(
	connection: SMTPConnection,
	{ auth }: MailServer,
	envelope: Envelope,
	content: Readable,
): Promise<SMTPConnectionSendInfo> {
	return new Promise((resolve, reject) => {
		connection.on('error', reject);
		connection.on('end', () => reject(new Error('The mail server closed the connection.')));
		const send = () => {
			connection.send(envelope, content, (error, info) => {
				if (error) reject(error);
				else resolve(info);
			});
		};
		connection.connect((error) => {
			if (error) reject(error);
			else if (auth) connection.login(auth, (refusal) => (refusal ? reject(refusal) : send()));
			else send();
		});
	});
}

function responsesOf({ accepted, rejectedErrors = [] }: SMTPConnectionSendInfo): AddressResponse[] {
	return [
		...accepted.map((address): AddressResponse => ({ address, answer: 'accepted', reason: null })),
		...rejectedErrors.flatMap((error) => (error.recipient === undefined ? [] : refusal(error.recipient, error))),
	];
}

function resultOf(error: NodemailerError, addresses: string[], handedOver: boolean, reason: string): SendResult {
	const refused = error.rejectedErrors?.flatMap((each) => (each.recipient ? refusal(each.recipient, each) : [])) ?? [];
	if (refused.length > 0) return { kind: 'answered', answers: refused };
	const isRejected = error.responseCode !== undefined && ABOUT_THE_MESSAGE.has(error.command ?? '');
	if (isRejected) return { kind: 'answered', answers: addresses.map((address) => refusal(address, error)) };
	return { kind: handedOver ? 'uncertain' : 'not-sent', reason };
}

/** 4xx: temporary; 5xx: permanent (RFC 5321). */
function refusal(address: string, { responseCode = 0, response, message }: NodemailerError): AddressResponse {
	return { address, answer: responseCode >= 500 ? 'refused' : 'deferred', reason: response ?? message };
}

const toMailError = (error: unknown): NodemailerError => (error instanceof Error ? error : new Error(String(error)));
