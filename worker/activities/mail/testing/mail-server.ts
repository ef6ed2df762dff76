import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real mail server on a free port of this machine, with what it says to each mail. */
export interface MailServer {
	server: SMTPServer;
	smtpUrl: string;
	/** Ends all connections without a word. */
	cut(): void;
	close(): Promise<void>;
}

export async function startMailServer(
	options: Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData'>,
): Promise<MailServer> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		closeTimeout: 100,
		...options,
	});
	server.on('error', () => undefined);
	const listening = server.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	const address = listening.address();
	if (address === null || typeof address === 'string') throw new Error('The mail server listens on no port.');
	return {
		server,
		smtpUrl: `smtp://127.0.0.1:${address.port}`,
		cut: () => {
			for (const connection of server.connections) (connection as { close(): void }).close();
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
