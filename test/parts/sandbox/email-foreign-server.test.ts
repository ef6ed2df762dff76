import { EmailCustomer } from './email-customer';
import { ForeignMailServer } from './foreign-mail-server';
import { TestSandbox } from './running-sandbox';

let foreign: ForeignMailServer;
let sandbox: TestSandbox;
let customer: EmailCustomer;
beforeEach(async () => {
	foreign = await ForeignMailServer.start();
});
afterEach(async () => {
	await sandbox.running.close();
	await foreign.close();
});

/** A sandbox that sends through that server, with a mailbox that was verified by mail forwarded to it. */
async function start(smtpUrl = foreign.url) {
	sandbox = await TestSandbox.start({ smtpUrl, clockFactor: 10_000 });
	customer = new EmailCustomer(sandbox);
	const { mailbox, setup } = await customer.acted({ action: 'create', address: 'help@shop.example', name: 'Help' });
	return { mailboxId: mailbox.id, forwardingAddress: setup.forwardingAddress };
}

async function startActive(smtpUrl?: URL) {
	const { mailboxId, forwardingAddress } = await start(smtpUrl);
	const [mail] = await Promise.all([foreign.nextRaw(), customer.acted({ action: 'test-forwarding', mailboxId })]);
	const token = /^X-Forwarding-Test: (\w+)\r$/m.exec(mail)?.[1] ?? '';
	// The provider forwards it to the address of the mailbox at the service.
	await customer.sendMail({
		from: 'help@shop.example',
		to: forwardingAddress,
		headers: { 'X-Forwarding-Test': token },
	});
	await customer.acted({ action: 'activate', mailboxId });
}

describe('a mail server of the settings', () => {
	it('gets the mail, after logging in; the sandbox keeps none of it', async () => {
		const url = foreign.url;
		url.username = 'shop';
		url.password = 'secret';
		await startActive(url);
		const sessionId = await customer.conversation('ada@client.example');
		await customer.replied(sessionId);

		const { deliveries } = await customer.delivered(sessionId, 'sent');

		expect(deliveries[0]?.outcomes).toMatchObject([{ address: 'ada@client.example', status: 'sent' }]);
		expect(foreign.logins).toEqual(['shop', 'shop']);
		expect(await customer.received('ada@client.example')).toEqual([]);
	});

	it('verifies a mailbox only by what was really forwarded', async () => {
		const { mailboxId } = await start();
		await customer.acted({ action: 'test-forwarding', mailboxId });

		const answer = await customer.act({ action: 'activate', mailboxId });

		expect(answer.body).toMatchObject({ type: 'forwarding_not_verified', status: 409 });
	});

	it('that breaks off after it has the message leaves the delivery uncertain, and gets nothing again', async () => {
		await startActive();
		const before = foreign.taken.length;
		foreign.answer = () => foreign.cut();
		const sessionId = await customer.conversation('ada@client.example');
		await customer.replied(sessionId);

		const { deliveries } = await customer.delivered(sessionId, 'uncertain');

		expect(deliveries).toMatchObject([
			{ error: expect.stringContaining('Message-ID') as string, outcomes: [{ status: 'uncertain' }] },
		]);
		foreign.answer = (done) => done(null);
		const other = await customer.conversation('bob@client.example');
		await customer.replied(other);
		await customer.delivered(other, 'sent');
		expect(foreign.taken).toHaveLength(before + 2);
	});

	it('that refuses the message for now gets it again, under the same Message-ID', async () => {
		await startActive();
		const before = foreign.taken.length;
		let refused = false;
		foreign.answer = (done) => {
			done(refused ? null : Object.assign(new Error('Busy'), { responseCode: 451 }));
			refused = true;
		};
		const sessionId = await customer.conversation('ada@client.example');
		await customer.replied(sessionId);

		await customer.delivered(sessionId, 'sent');

		const taken = foreign.taken.slice(before);
		expect(taken).toEqual([taken[0], taken[0]]);
	});

	it('that is away gets the mail when it is back', async () => {
		await startActive();
		const { url } = foreign;
		await foreign.close();
		const sessionId = await customer.conversation('ada@client.example');
		await customer.replied(sessionId);
		const { deliveries } = await customer.delivered(sessionId, 'deferred');
		expect(deliveries[0]?.error).toContain('ECONNREFUSED');

		foreign = await ForeignMailServer.start(Number(url.port));

		await customer.delivered(sessionId, 'sent');
		expect(foreign.taken).toHaveLength(1);
	});

	it('that takes no mail at all makes a test say so', async () => {
		const { mailboxId } = await start();
		foreign.answer = (done) => done(Object.assign(new Error('Not for you'), { responseCode: 554 }));

		const answer = await customer.act({ action: 'test-sending', mailboxId });

		expect(answer.body).toMatchObject({
			type: 'test_mail_failed',
			status: 409,
			detail: expect.stringContaining('Not for you') as string,
		});
	});
});
