import { EmailCustomer, newKey } from './email-customer';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

let sandbox: TestSandbox;
let customer: EmailCustomer;
beforeEach(async () => {
	sandbox = await TestSandbox.start({ clockFactor: 10_000 });
	customer = new EmailCustomer(sandbox);
});
afterEach(() => sandbox.running.close());

const speed = (clockFactor: number) => sandbox.admin('PATCH', '/settings', { clockFactor });

describe('outcomes of mail (specification, parts 2 and 3)', () => {
	it('are told for each address', async () => {
		await customer.activeMailbox('help@shop.example');
		const sessionId = await customer.conversation('ada@client.example');
		await customer.replied(sessionId, { cc: ['gone@bounce.example'] });

		const { deliveries } = await customer.delivered(sessionId, 'partially_delivered');

		expect(deliveries).toMatchObject([
			{
				error: expect.stringContaining('gone@bounce.example') as string,
				outcomes: [
					{ address: 'ada@client.example', status: 'delivered', occurredAt: expect.any(String) as string },
					{
						address: 'gone@bounce.example',
						status: 'bounced',
						reason: expect.stringContaining('There is no such mailbox here.') as string,
					},
				],
			},
		]);
	});

	it('follow rules of the admin API; what is put off is sent again, and only there', async () => {
		await customer.activeMailbox('help@shop.example');
		await sandbox.admin('POST', '/mail-rules', { address: 'busy@client.example', outcome: 'deferred', times: 2 });
		const sessionId = await customer.conversation('ada@client.example');
		await customer.replied(sessionId, { cc: ['busy@client.example'] });

		await customer.delivered(sessionId, 'delivered');

		const [mail] = await customer.received('busy@client.example');
		expect(mail?.rcptTo).toEqual(['busy@client.example']);
		expect(await customer.received('ada@client.example')).toMatchObject([{ messageId: mail?.messageId }]);
	});

	it('are bounced in the end where a server only ever says later', async () => {
		await customer.activeMailbox('help@shop.example');
		const sessionId = await customer.conversation('busy@deferred.example');
		await customer.replied(sessionId);

		const { deliveries } = await customer.delivered(sessionId, 'bounced');

		expect(deliveries[0]?.error).toContain('The sandbox stopped after 5 attempts.');
	});
});

describe('a mailbox that goes away', () => {
	it('disconnected keeps what is queued until it is reconnected', async () => {
		const { id: mailboxId } = await customer.activeMailbox('help@shop.example');
		await speed(0.001);
		const sessionId = await customer.conversation('ada@client.example');
		await customer.replied(sessionId);
		await customer.acted({ action: 'disconnect', mailboxId });
		expect((await customer.reply(sessionId)).body).toMatchObject({ type: 'mailbox_not_active', status: 409 });
		await speed(10_000);
		// Another agent's mail goes out after it: by then its own turn has come and gone.
		const sales = new EmailCustomer(sandbox, 'agent_sales');
		await sales.activeMailbox('sales@shop.example');
		const other = await sales.conversation('bob@client.example');
		await sales.replied(other);
		await sales.delivered(other, 'delivered');
		expect((await customer.read(sessionId)).deliveries).toMatchObject([{ status: 'queued', outcomes: [] }]);

		await customer.acted({ action: 'reconnect', mailboxId });

		await customer.delivered(sessionId, 'delivered');
		expect(await customer.received('ada@client.example')).toHaveLength(1);
	});

	it('deleted cancels what is queued, returns its allowance, and keeps the history without a sender', async () => {
		const { id } = await customer.activeMailbox('help@shop.example');
		const sent = await customer.conversation('ada@client.example');
		await customer.replied(sent);
		await customer.delivered(sent, 'delivered');
		await speed(0.001);
		const queued = await customer.conversation('bob@client.example');
		const idempotencyKey = newKey();
		const reply = await customer.replied(queued, { cc: ['cy@client.example'], idempotencyKey });
		expect((await sandbox.call('GET', customer.path)).body).toMatchObject({ allowance: { used: 3 } });

		const answer = await sandbox.call('DELETE', `${customer.path}?mailboxId=${id}`);

		expect(answer.body).toMatchObject({ mailboxes: [], allowance: { used: 1 } });
		await speed(10_000);
		expect(await customer.read(queued)).toMatchObject({
			thread: { mailboxId: null },
			sender: null,
			deliveries: [{ status: 'cancelled', outcomes: [{ status: 'cancelled' }, { status: 'cancelled' }] }],
		});
		expect(await customer.read(sent)).toMatchObject({ sender: null, deliveries: [{ status: 'delivered' }] });
		// The same key and input still get the same answer, and nothing goes out.
		expect((await customer.reply(queued, { cc: ['cy@client.example'], idempotencyKey })).body).toEqual(reply);
		expect((await customer.reply(sent)).body).toMatchObject({ type: 'no_default_sender', status: 409 });

		await customer.activeMailbox('help@shop.example');
		await customer.replied(sent);
		await eventually(
			() => customer.received('ada@client.example'),
			(mails) => mails.length === 2,
			'the delivery queue sends a mail a moment later',
		);
		expect(await customer.received('bob@client.example')).toEqual([]);
	});
});
