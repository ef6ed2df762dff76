import { inspect } from 'node:util';
import { MockActivityEnvironment } from '@temporalio/testing';
import { simpleParser } from 'mailparser';
import { ahead } from '../../../test/support/time/moments';
import { ReviewLinks } from '../../tasks/reviews/review-links';
import { Keyring } from '../../temporal/keyring';
import { Receivers } from '../events/receivers';
import { type KnownNotice, mailReviewer } from './mail-reviewer';
import { type MailServer, startMailServer } from '../mail/testing/mail-server';

const REVIEWER = 'lead@team.example';
const FROM = 'reviews@shop.example';
const keyring = new Keyring({ keys: [{ id: 'k', secret: Buffer.alloc(32, 1).toString('base64') }], current: 'k' });
const links = new ReviewLinks(keyring, 'http://127.0.0.1:4020');
const mail: KnownNotice & { to: string[]; cc: string[] } = {
	about: 'mail',
	taskId: 't',
	keyVersion: 'k',
	question: 1,
	kind: 'approval',
	subject: 'Your order',
	to: ['ada@client.example'],
	cc: ['bo@client.example'],
	expiresAt: ahead(60_000).getTime(),
	reminder: 0,
	reviewer: 0,
	address: REVIEWER,
};

/** What the server says to the sender and to the recipient; 0: it takes them. */
let answers = { sender: 0, recipient: 0 };
let mailServer: MailServer;
let taken = '';

function answered(status: number, address: string): Error | null {
	return status === 0 ? null : Object.assign(new Error(`<${address}> is not taken`), { responseCode: status });
}

beforeAll(async () => {
	mailServer = await startMailServer({
		onMailFrom: ({ address }, _session, done) => done(answered(answers.sender, address)),
		onRcptTo: ({ address }, _session, done) => done(answered(answers.recipient, address)),
		onData: (stream, _session, done) => {
			taken = '';
			stream.on('data', (chunk: Buffer) => (taken += chunk.toString())).once('end', () => done(null));
		},
	});
});
afterAll(() => mailServer.close());

function send(smtpUrl = mailServer.smtpUrl, more: Partial<KnownNotice> = {}) {
	const settings = { smtpUrl, from: FROM };
	return new MockActivityEnvironment({ startToCloseTimeoutMs: 60_000 }).run(() =>
		mailReviewer({ ...mail, ...more }, links, settings, new Receivers(50)),
	);
}

it('tells a reviewer', async () => {
	answers = { sender: 0, recipient: 0 };
	expect(await send()).toBe('mailed');
	const { subject, text } = await simpleParser(taken);
	expect(subject).toBe('Please review: Your order');
	expect(text).toContain('Subject: Your order\nTo: ada@client.example\nCC: bo@client.example\n');
	expect(text).toMatch(/http:\/\/127\.0\.0\.1:4020\/review\/\S+/);
	expect(text).toMatch(/works until \w{3}, \d+ \w+ \d{4}, \d\d:\d\d UTC, for one decision/);
});

it('has one Message-ID for a question of a run, however often it is sent, and another one in the next run', async () => {
	answers = { sender: 0, recipient: 0 };
	const idOf = async (run: string) => {
		await send(mailServer.smtpUrl, { run });
		return (await simpleParser(taken)).messageId;
	};
	const first = await idOf('one');
	expect([await idOf('one'), first === (await idOf('two'))]).toEqual([first, false]);
});

it.each([
	['a recipient for good', { sender: 0, recipient: 550 }, true],
	['a recipient for now', { sender: 0, recipient: 451 }, false],
	// Somebody mends the configuration, and then it goes out.
	['the sender', { sender: 553, recipient: 0 }, false],
])('ends without an address when the mail server refuses %s', async (_, refusal, isFinal) => {
	answers = refusal;
	const error: unknown = await send().catch((thrown: unknown) => thrown);
	const said = inspect(error, { depth: Infinity, showHidden: true });
	expect(said).not.toContain(REVIEWER);
	expect(said).not.toContain(FROM);
	expect(error).toMatchObject({
		type: 'mail_not_taken',
		nonRetryable: isFinal,
		message: isFinal
			? 'The mail server refused the address of a reviewer for good.'
			: `The mail server did not accept the mail to a reviewer: EENVELOPE, ${refusal.recipient || refusal.sender}.`,
	});
});

it('says that no mail server is there', async () => {
	await expect(send('smtp://127.0.0.1:9')).rejects.toMatchObject({
		type: 'mail_not_taken',
		nonRetryable: false,
		message: expect.stringMatching(/: E[A-Z]+\.$/) as string,
	});
});
