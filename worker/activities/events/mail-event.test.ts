import { inspect } from 'node:util';
import { MockActivityEnvironment } from '@temporalio/testing';
import { simpleParser } from 'mailparser';
import { mailEvent } from './mail-event';
import { Receivers } from './receivers';
import { type MailServer, startMailServer } from '../mail/testing/mail-server';

const FROM = 'Agent Knowledge <events@shop.example>';
const [ADA, BOB] = ['ada@team.example', 'bob@team.example'] as const;
const event = {
	...{ eventId: 'task~run~completed', subscriptionId: 'subscription~1', recipients: [ADA, BOB] },
	message: { subject: 'Completed: Retrain and wait', text: 'The task has completed.\n' },
};

/** Every mail that the server took, by recipient. */
const received: Array<{ to: string; messageId: string | undefined; cc: unknown }> = [];
/** What the server says to a recipient. Default: it takes the mail. */
let refusals: Readonly<Record<string, number>> = {};
/** The server takes the next mail, and its response is lost. */
let losesResponse = false;
let mailServer: MailServer;

beforeAll(async () => {
	mailServer = await startMailServer({
		onRcptTo: ({ address }, _session, done) => {
			const status = refusals[address];
			done(status === undefined ? null : Object.assign(new Error(`<${address}>`), { responseCode: status }));
		},
		onData: (stream, session, done) => {
			simpleParser(stream).then(({ messageId, cc }) => {
				received.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId, cc });
				if (!losesResponse) return done(null);
				losesResponse = false;
				for (const connection of mailServer.server.connections) (connection as { close(): void }).close();
			}, done);
		},
	});
});
afterAll(() => mailServer.close());
beforeEach(() => {
	received.length = 0;
	refusals = {};
	losesResponse = false;
});

/** One attempt. @param heartbeatDetails of the attempt before */
async function attempt(heartbeatDetails?: unknown) {
	const environment = new MockActivityEnvironment({ heartbeatDetails });
	let last: unknown = heartbeatDetails;
	environment.on('heartbeat', (details: unknown) => (last = details));
	try {
		return {
			last: () => last,
			result: await environment.run(() =>
				mailEvent(event, { smtpUrl: mailServer.smtpUrl, from: FROM }, new Receivers(50)),
			),
		};
	} catch (error) {
		return { last: () => last, error };
	}
}

test('each recipient gets a mail of its own, with its own Message-ID', async () => {
	expect(await attempt()).toMatchObject({ result: { outcome: 'delivered', status: 250 } });
	expect(received.map(({ to }) => to)).toEqual([ADA, BOB]);
	expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(2);
	expect(received.every(({ cc }) => cc === undefined)).toBe(true);
});

test('a retry mails only those who were refused for now', async () => {
	refusals = { [BOB]: 451 };
	const first = await attempt();
	expect(first.error).toMatchObject({ type: 'mail_not_taken', nonRetryable: false });
	refusals = {};
	expect(await attempt(first.last())).toMatchObject({ result: { outcome: 'delivered' } });
	expect(received.map(({ to }) => to)).toEqual([ADA, BOB]);
});

test('a retry after a lost response has the same Message-ID', async () => {
	losesResponse = true;
	const first = await attempt();
	expect(first.error).toMatchObject({ type: 'mail_not_taken', nonRetryable: false });
	await attempt(first.last());
	expect(received.map(({ to }) => to)).toEqual([ADA, BOB, ADA]);
	expect(received[2]?.messageId).toBe(received[0]?.messageId);
});

test('a refusal for good is noted, and final only if it is everybody', async () => {
	refusals = { [ADA]: 550 };
	const note = 'The mail server refused 1 of 2 recipients for good.';
	expect(await attempt()).toMatchObject({ result: { outcome: 'delivered', note } });
	refusals = { [ADA]: 550, [BOB]: 553 };
	const { error } = await attempt();
	expect(error).toMatchObject({ type: 'mail_not_taken', nonRetryable: true, details: [{ status: 550 }] });
	expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('@team.example');
});

test('without a mail server, the mail waits for one', async () => {
	const environment = new MockActivityEnvironment();
	await expect(environment.run(() => mailEvent(event, undefined, new Receivers(50)))).rejects.toMatchObject({
		...{ type: 'no_mail_server', nonRetryable: false },
		message: expect.stringContaining('mail.smtpUrl') as string,
	});
});
