import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import { SMTPServer, type SMTPServerError, type SMTPServerSession, type SMTPServerDataStream } from 'smtp-server';
import type { MailRulesRepository } from '../database/mail-server-repository';
import { asciiAddress } from './addresses';
import type { MailServer } from './smtp-client';

const MAX_BYTES = 25 * 1024 * 1024;
/** Time that a stop waits for open connections. */
const CLOSE_TIMEOUT_MS = 300;

export interface ArrivedMail {
	/** The envelope sender. Empty for a bounce. */
	mailFrom: string;
	rcptTo: string[];
	raw: Buffer;
}

export interface OwnMailServerOptions {
	rules: MailRulesRepository;
	/** Stores the mail. An error makes the sender retry. */
	receive: (mail: ArrivedMail) => Promise<void>;
	log: FastifyBaseLogger;
}

/** The sandbox's own mail server, which plays the internet. It accepts mail for every address. */
export class OwnMailServer {
	private readonly server: SMTPServer;

	constructor({ rules, receive, log }: OwnMailServerOptions) {
		this.server = new SMTPServer({
			banner: 'Agent Knowledge sandbox',
			authOptional: true,
			disabledCommands: ['AUTH', 'STARTTLS'],
			disableReverseLookup: true,
			size: MAX_BYTES,
			closeTimeout: CLOSE_TIMEOUT_MS,
			onRcptTo: ({ address }, _session, done) => {
				const rule = rules.takeFor(asciiAddress(address));
				if (!rule) done();
				else done(smtpError(rule.outcome === 'bounced' ? 550 : 451, rule.reason));
			},
			onData: (stream, session, done) => {
				take(stream, session, receive).then(
					() => done(null, 'Kept.'),
					(error: unknown) => {
						if (isAnswer(error)) return done(error);
						log.error({ err: error }, 'mail could not be stored');
						done(smtpError(451, 'The mail could not be stored. Send it again later.'));
					},
				);
			},
		});
		this.server.on('error', (error: Error) => log.debug({ err: error }, 'a mail connection failed'));
	}

	/** @param port 0 takes any free one @throws if the port is in use */
	async listen(host: string, port: number): Promise<MailServer> {
		const listening = this.server.listen(port, host);
		await once(listening, 'listening');
		const address = listening.address();
		if (address === null || typeof address === 'string')
			throw new Error(`The mail server could not listen on ${host}.`);
		return { host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port: address.port, secure: false };
	}

	close(): Promise<void> {
		return new Promise((resolve) => this.server.close(resolve));
	}
}

async function take(
	stream: SMTPServerDataStream,
	{ envelope }: SMTPServerSession,
	receive: OwnMailServerOptions['receive'],
): Promise<void> {
	const raw = await buffer(stream);
	if (stream.sizeExceeded) throw smtpError(552, `A message may have at most ${MAX_BYTES} bytes.`);
	await receive({
		mailFrom: envelope.mailFrom === false ? '' : asciiAddress(envelope.mailFrom.address),
		rcptTo: envelope.rcptTo.map(({ address }) => asciiAddress(address)),
		raw,
	});
}

function smtpError(responseCode: number, message: string): SMTPServerError {
	return Object.assign(new Error(message), { responseCode });
}

function isAnswer(error: unknown): error is SMTPServerError {
	return error instanceof Error && 'responseCode' in error;
}
