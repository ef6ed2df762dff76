import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { checkMail } from '../../../../worker/cli/doctor/check-mail';
import { smtpAddress } from '../../../../worker/settings/fields';
import { MailTransport, mailServerOf } from '../../../../sandbox/email/smtp-client';
import { readConfig } from '../../../../sandbox/bootstrap/config';
import { codesOf, sendMail } from '../../../../worker/activities/mail/send-mail';
import { PythonMailServer } from '../../../support/mail/python-mail-server';
import { eventually } from '../../../support/time/eventually';

const servers: SMTPServer[] = [];

/** @returns its port */
async function mailServer(options: SMTPServerOptions): Promise<number> {
	const server = new SMTPServer({ authOptional: true, ...options });
	server.on('error', () => undefined);
	servers.push(server);
	const listening = server.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	return (listening.address() as AddressInfo).port;
}

afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

const sending = { signal: new AbortController().signal, onHandOver: () => undefined };
const mail = { to: 'ada@team.example', subject: 'Hello', text: 'Hello.', id: ['one'] };

test('the Message-ID ends in the domain of the sender, and is the same for a repeat', async ({ skip }) => {
	const server = await PythonMailServer.start({});
	if (server === null) return skip('This machine has no Python.');
	try {
		const settings = { smtpUrl: server.smtpUrl, from: 'Reviews <reviews@shop.example>' };
		await sendMail(settings, mail, sending);
		await sendMail(settings, mail, sending);
		await eventually(
			() => server.received.length,
			(seen) => expect(seen).toBe(2),
			'the mail server has a mail a moment after it accepted it',
		);
		const ids = server.received.map(({ messageId }) => messageId);
		expect(ids[0]).toMatch(/^<[0-9a-f]{32}@shop\.example>$/);
		expect(ids[1]).toBe(ids[0]);
	} finally {
		await server.close();
	}
});

test('smtps:// at a port without TLS is told what to change, by doctor, a delivery and the sandbox', async () => {
	const port = await mailServer({ disabledCommands: ['STARTTLS'] });
	const smtpUrl = `smtps://127.0.0.1:${port}`;
	const from = 'events@shop.example';
	const advice = /Write smtp:\/\/ in place of smtps:\/\//;
	const [check] = await checkMail({ smtpUrl, from });
	expect(check).toMatchObject({ status: 'fail', todo: expect.stringMatching(advice) as string });
	const failure: unknown = await sendMail({ smtpUrl, from }, mail, sending).catch((error: unknown) => error);
	expect(codesOf(failure, smtpUrl).codes).toMatch(advice);
	const transport = new MailTransport(mailServerOf(new URL(smtpUrl)));
	const sent = await transport.send({ from, to: [mail.to] }, Buffer.from('x'), sending.signal);
	expect(sent).toMatchObject({ kind: 'not-sent', reason: expect.stringMatching(advice) as string });
});

test('a mail server with a self-signed certificate is named so', async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
	const port = await mailServer({ key, cert, secure: true });
	const [check] = await checkMail({ smtpUrl: `smtps://localhost:${port}`, from: 'events@shop.example' });
	expect(check).toMatchObject({
		status: 'fail',
		todo: expect.stringMatching(/is self-signed.*NODE_EXTRA_CA_CERTS/) as string,
	});
});

test.each([
	['smtp://me:se/cret@mail.example:587'],
	['smtp://me:12#cret@mail.example:587'],
	['smtp://me:se#cret@mail.example:587'],
	['smtp://me:12?cret@mail.example:587'],
	['smtp://me:50%off@mail.example:587'],
])('%s is refused with what to write, without the password, by worker and sandbox', (address) => {
	const { error } = smtpAddress.safeParse(address);
	expect(error?.issues.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^has a \/, #, \? or % in its user or password; write \/ as %2F, # as %23/),
	]);
	expect(() => readConfig({ SANDBOX_SMTP_URL: address })).toThrow(/SANDBOX_SMTP_URL: has a \/, #, \? or %/);
	expect(error?.message).not.toContain('cret');
});

test.each([
	'smtp://mail.example',
	'smtp://me:p@ss@mail.example:587',
	'smtps://me:a%2Fb%23c@mail.example',
	'smtp://mail.example/?name=me@example.com',
	'smtp://[::1]:25',
])('%s may end with a line break', (address) => {
	expect(smtpAddress.parse(`${address}\n`)).toBe(address);
});
