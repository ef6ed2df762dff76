import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { afterRunning } from '../../api';
import { limitsOfParts, type SmtpLimits, type SmtpPart } from './smtp-limits';

/** A mail server, and how long it is waited for. */
export interface MailServer {
	/** smtp:// or smtps://, with user and password if the server requires them. */
	url: string;
	limits: SmtpLimits;
	/** Ends the dialogue. */
	signal?: AbortSignal | undefined;
}

export interface OutgoingMail {
	envelope: { from: string | false; to: string[] };
	/** In its wire format. */
	content: Buffer;
	/** Called when the server gets the message: from now on it may have it, whatever happens. */
	onHandOver?: () => void;
}

/**
 * What came of one mail.
 *
 * - `taken`: the server has it.
 * - `not-taken`: the server has it not. It responded that it does not take it, or stopped in the middle of the envelope.
 * - `unknown`: the server got the message, and its response was lost. It may have the mail or not.
 */
export type MailResult = { kind: 'taken' } | { kind: 'not-taken' | 'unknown'; error: unknown };

/**
 * Sends one mail over a connection of its own. nodemailer's own transport does not say whether the server had the message
 * when the connection broke, and only that decides whether a repeat can make a duplicate.
 * @throws the reason if the server could not be reached, or refused the login: that is about the server, not about the mail
 */
export function sendOverSmtp(server: MailServer, { envelope, content, onHandOver }: OutgoingMail): Promise<MailResult> {
	return inDialogue(server, async ({ connection, within }) => {
		const state = { isHandedOver: false };
		let began: () => void = () => undefined;
		const asked = new Promise<void>((resolve) => (began = resolve));
		// Read only after the server has asked for the message.
		const message = Readable.from(
			(function* () {
				state.isHandedOver = true;
				onHandOver?.();
				began();
				yield content;
			})(),
		);
		const sent = new Promise<void>((resolve, reject) => {
			connection.send(envelope, message, (error) => (error === null ? resolve() : reject(error)));
		});
		sent.catch(() => undefined);
		try {
			await within('envelope', Promise.race([asked, sent]));
			await within('message', sent);
			return { kind: 'taken' };
		} catch (error) {
			return { kind: state.isHandedOver && !isResponse(error) ? 'unknown' : 'not-taken', error };
		}
	});
}

/** Whether the server greets and accepts the login, as for a mail. Nothing is sent. @throws the reason if not */
export function greetMailServer(server: MailServer): Promise<void> {
	return inDialogue(server, () => Promise.resolve());
}

interface Dialogue {
	connection: SMTPConnection;
	/** Waits for a part of the dialogue. @throws if it takes too long, or if the connection ends before */
	within: <Result>(part: SmtpPart, work: Promise<Result>) => Promise<Result>;
}

async function inDialogue<Result>(
	{ url, limits, signal }: MailServer,
	talk: (dialogue: Dialogue) => Promise<Result>,
): Promise<Result> {
	signal?.throwIfAborted();
	const { options, auth } = new SMTPTransport({ url });
	const parts = limitsOfParts(limits);
	const socket = new Socket();
	const connection = new SMTPConnection({
		...options,
		socket,
		dnsTimeout: limits.connect,
		connectionTimeout: parts.ready,
		greetingTimeout: limits.greeting,
		// It cannot tell the parts apart. `within` does.
		socketTimeout: Math.max(...Object.values(parts)),
	});
	const ended = new Promise<never>((_resolve, reject) => {
		connection.on('error', reject);
		connection.on('end', () => reject(smtpError('ECONNECTION')));
		signal?.addEventListener('abort', () => reject(smtpError('EABORTED')), { once: true });
		const stop = afterRunning(limits.connect, () => reject(smtpError('ETIMEDOUT')));
		socket.once('connect', stop).once('close', stop);
	});
	ended.catch(() => undefined);
	const within: Dialogue['within'] = async (part, work) => {
		let stop: () => void = () => undefined;
		const late = new Promise<never>((_resolve, reject) => {
			stop = afterRunning(parts[part], () => reject(smtpError('ETIMEDOUT')));
		});
		try {
			return await Promise.race([work, ended, late]);
		} finally {
			stop();
		}
	};
	try {
		await within(
			'ready',
			called((done) => connection.connect(done)),
		);
		if (auth && (connection.allowsAuth || options.forceAuth === true))
			await within(
				'login',
				called((done) => connection.login(auth, done)),
			);
		return await talk({ connection, within });
	} finally {
		connection.close();
	}
}

function called(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
	return new Promise((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
}

/** nodemailer's code, without words of the server. */
function smtpError(code: 'ECONNECTION' | 'ETIMEDOUT' | 'EABORTED'): Error {
	const words = { ECONNECTION: 'The connection ended.', ETIMEDOUT: 'It took too long.', EABORTED: 'It was stopped.' };
	return Object.assign(new Error(words[code]), { code });
}

/** The server itself said what it did with the message. */
function isResponse(error: unknown): boolean {
	return error instanceof Error && typeof Reflect.get(error, 'responseCode') === 'number';
}
