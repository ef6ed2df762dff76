import { EventEmitter, once } from 'node:events';
import { z } from 'zod';
import { buffer } from 'node:stream/consumers';
import { type SMTPServerOptions, SMTPServer } from 'smtp-server';

type Done = Parameters<NonNullable<SMTPServerOptions['onData']>>[2];

/** A mail server of somebody else: what it took can be counted, its answer decided by the test. */
export class ForeignMailServer {
	/** Message-IDs of all messages that it was handed, in order. */
	readonly taken: string[] = [];
	readonly logins: string[] = [];
	private readonly arrivals = new EventEmitter();
	/** What it does once it has a message. */
	answer: (done: Done) => void = (done) => done(null);
	private readonly server: SMTPServer;

	private constructor() {
		this.server = new SMTPServer({
			disabledCommands: ['STARTTLS'],
			allowInsecureAuth: true,
			authOptional: true,
			disableReverseLookup: true,
			closeTimeout: 100,
			onAuth: ({ username = '', password }, _session, done) => {
				this.logins.push(username);
				if (password === 'secret') done(null, { user: username });
				else done(new Error('Wrong password'));
			},
			onData: (stream, _session, done) => {
				void buffer(stream).then((raw) => {
					this.taken.push(/^Message-ID: (.*)\r$/im.exec(raw.toString())?.[1] ?? '');
					this.arrivals.emit('mail', raw.toString());
					this.answer(done);
				});
			},
		});
		this.server.on('error', () => undefined);
	}

	static async start(port = 0): Promise<ForeignMailServer> {
		const started = new ForeignMailServer();
		await once(started.server.listen(port, '127.0.0.1'), 'listening');
		return started;
	}

	get url(): URL {
		const address = this.server.server.address();
		if (address === null || typeof address === 'string') throw new Error('The mail server listens on no port.');
		return new URL(`smtp://127.0.0.1:${address.port}`);
	}

	/** The next message that it is handed. */
	async nextRaw(): Promise<string> {
		return z.tuple([z.string()]).parse(await once(this.arrivals, 'mail'))[0];
	}

	/** Cuts all connections without a word. */
	cut(): void {
		for (const connection of this.server.connections) connection.close();
	}

	close(): Promise<void> {
		return new Promise((resolve) => this.server.close(() => resolve()));
	}
}
