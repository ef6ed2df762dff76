import type { Via } from '../../database/deliveries-repository';
import type { MailServer } from './mail-server';
import { type Envelope, sendOverSmtp, type SendResult } from './send-over-smtp';

/** Where mail goes: the mail server of the settings, else the sandbox's own. */
export class MailTransport {
	private own: MailServer | undefined;

	/** @param foreign undefined: the sandbox's own server */
	constructor(private readonly foreign: MailServer | undefined) {}

	get via(): Via {
		return this.foreign ? 'smtp' : 'sandbox';
	}

	/** Called once the sandbox's own server listens. */
	useOwn(server: MailServer): void {
		this.own = server;
	}

	/** @throws the signal's reason when it is aborted */
	send(envelope: Envelope, message: Buffer, signal: AbortSignal): Promise<SendResult> {
		const server = this.foreign ?? this.own;
		if (!server) throw new Error('Mail was to be sent before the mail server was started.');
		return sendOverSmtp(server, envelope, message, signal);
	}
}
