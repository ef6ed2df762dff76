import { EmailCustomer, newKey } from './email-customer';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
let customer: EmailCustomer;
let mailboxId: string;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
	customer = new EmailCustomer(sandbox);
	mailboxId = (await customer.activeMailbox('help@shop.example')).id;
});
afterAll(() => sandbox.running.close());

const conversations = () => `${customer.path}/conversations`;
const used = async () => (await sandbox.call('GET', customer.path)).body;

describe('email conversations (specification, part 4)', () => {
	it('are created empty, and send nothing', async () => {
		const sessionId = await customer.conversation('ada@client.example', { name: 'Ada' });

		expect(sessionId).toMatch(/^email:.+/);
		expect(await customer.read(sessionId)).toMatchObject({
			thread: {
				sessionId,
				chatbotId: 'agent_support',
				mailboxId,
				recipients: { to: ['ada@client.example'], cc: [] },
				aiPaused: false,
				revision: 1,
			},
			sender: { address: 'help@shop.example', name: 'Help desk' },
			deliveries: [],
			messages: [],
		});
		expect(await customer.received('ada@client.example')).toEqual([]);
	});

	it('are the same for the same key and input, and a conflict for other input', async () => {
		const body = { email: 'bob@client.example', subject: 'Hello', idempotencyKey: newKey() };
		const first = await sandbox.call('POST', conversations(), { body });
		const again = await sandbox.call('POST', conversations(), { body });
		const other = await sandbox.call('POST', conversations(), { body: { ...body, subject: 'Bye' } });

		expect(again).toMatchObject({ status: 201, body: first.body });
		expect(other.body).toMatchObject({
			type: 'idempotency_key_reused',
			status: 409,
			issues: [{ path: 'idempotencyKey' }],
		});
	});

	it('need a mailbox that sends', async () => {
		const sales = new EmailCustomer(sandbox, 'agent_sales');
		const body = { email: 'bob@client.example', subject: 'Hello', idempotencyKey: newKey() };
		const without = await sandbox.call('POST', `${sales.path}/conversations`, { body });
		const { mailbox } = await sales.acted({ action: 'create', address: 'sales@shop.example', name: 'Sales' });
		const pending = await sandbox.call('POST', `${sales.path}/conversations`, {
			body: { ...body, mailboxId: mailbox.id },
		});
		const elsewhere = await sandbox.call('POST', `${sales.path}/conversations`, { body: { ...body, mailboxId } });

		expect(without.body).toMatchObject({ type: 'no_default_sender', status: 409 });
		expect(pending.body).toMatchObject({ type: 'mailbox_not_active', status: 409, issues: [{ path: 'mailboxId' }] });
		expect(elsewhere.status).toBe(404);
	});

	it('pause and resume automatic replies', async () => {
		const sessionId = await customer.conversation('cy@client.example');
		const set = (resume: boolean) =>
			sandbox.call('POST', `${conversations()}/${encodeURIComponent(sessionId)}`, { body: { resume } });

		expect((await set(false)).body).toEqual({ success: true });
		expect((await customer.read(sessionId)).thread).toMatchObject({ aiPaused: true, revision: 2 });
		await set(true);
		expect((await customer.read(sessionId)).thread).toMatchObject({ aiPaused: false, revision: 3 });
		await customer.acted({ action: 'update', mailboxId, settings: { aiEnabled: false } });
		expect((await set(true)).body).toMatchObject({ type: 'ai_unavailable', status: 409, issues: [{ path: 'resume' }] });
		expect((await set(false)).status).toBe(200);
		await customer.acted({ action: 'update', mailboxId, settings: { aiEnabled: true } });
	});

	test.each(['email:nothing', 'something', 'email:'])('%s is no conversation', async (sessionId) => {
		const answer = await sandbox.call('GET', `${conversations()}/${encodeURIComponent(sessionId)}`);

		expect(answer.body).toMatchObject({ type: 'not_found', status: 404 });
	});
});

describe('email replies (specification, part 4)', () => {
	it('are queued, delivered over SMTP, and pause automatic replies', async () => {
		await customer.acted({ action: 'update', mailboxId, settings: { signature: 'Help desk' } });
		const sessionId = await customer.conversation('dan@client.example');

		const answer = await customer.reply(sessionId, { cc: ['eve@client.example'], content: 'Grüße,\n.\nyours' });

		expect(answer).toMatchObject({ status: 202, body: { status: 'queued' } });
		const read = await customer.delivered(sessionId, 'delivered');
		expect(read.thread.aiPaused).toBe(true);
		expect(read.deliveries).toMatchObject([
			{
				error: null,
				outcomes: [
					{ address: 'dan@client.example', status: 'delivered', reason: null },
					{ address: 'eve@client.example', status: 'delivered' },
				],
			},
		]);
		expect(read.messages).toMatchObject([
			{ reviewReason: null, aiStatus: null, recipients: { to: ['dan@client.example'], cc: ['eve@client.example'] } },
		]);
		expect(await customer.received('eve@client.example')).toMatchObject([
			{
				mailFrom: 'help@shop.example',
				rcptTo: ['dan@client.example', 'eve@client.example'],
				subject: 'Your order',
				text: 'Grüße,\n.\nyours\n\n-- \nHelp desk\n',
			},
		]);
		expect(await customer.rawMail('eve@client.example')).toMatch(/^From: Help desk <help@shop\.example>\r$/m);
	});

	it('answer one another in the headers, so that mail programs show one conversation', async () => {
		const sessionId = await customer.conversation('fay@client.example');
		await customer.replied(sessionId);
		await customer.delivered(sessionId, 'delivered');
		await customer.replied(sessionId);
		await customer.delivered(sessionId, 'delivered');

		const [second, first] = await customer.received('fay@client.example');

		expect(second?.subject).toBe('Re: Your order');
		expect(await customer.rawMail('fay@client.example')).toContain(`In-Reply-To: ${first?.messageId}`);
	});

	it('are sent once for the same key and input; other input is a conflict', async () => {
		const sessionId = await customer.conversation('gil@client.example');
		const idempotencyKey = newKey();
		const answers = await Promise.all([1, 2, 3].map(() => customer.reply(sessionId, { idempotencyKey })));
		const others = await Promise.all(
			[{ content: 'Other' }, { to: ['x@client.example'] }, { subject: 'Other' }].map((more) =>
				customer.reply(sessionId, { idempotencyKey, ...more }),
			),
		);

		expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body, answers[0]?.body]);
		for (const { body } of others) expect(body).toMatchObject({ type: 'idempotency_key_reused', status: 409 });
		const { deliveries } = await customer.delivered(sessionId, 'delivered');
		expect(deliveries).toHaveLength(1);
		expect(await customer.received('gil@client.example')).toHaveLength(1);
	});

	it('whose answer was lost are repeated safely: one mail goes out', async () => {
		const sessionId = await customer.conversation('lou@client.example');
		const path = '/agents/{id}/email/replies';
		await sandbox.admin('POST', '/faults', { method: 'POST', path, times: 1, fault: { kind: 'lost-after' } });
		const idempotencyKey = newKey();

		await expect(customer.reply(sessionId, { idempotencyKey })).rejects.toThrow('fetch failed');
		await customer.replied(sessionId, { idempotencyKey });

		const { deliveries } = await customer.delivered(sessionId, 'delivered');
		expect(deliveries).toHaveLength(1);
		expect(await customer.received('lou@client.example')).toHaveLength(1);
	});

	it('keep the mailbox that the conversation is bound to', async () => {
		const sessionId = await customer.conversation('hal@client.example');
		const other = await customer.activeMailbox('second@shop.example');

		await customer.replied(sessionId, { mailboxId: other.id });

		const { sender } = await customer.delivered(sessionId, 'delivered');
		expect(sender?.address).toBe('help@shop.example');
		expect(await customer.received('hal@client.example')).toMatchObject([{ mailFrom: 'help@shop.example' }]);
	});

	it('go to at most ten, and to nobody twice', async () => {
		const sessionId = await customer.conversation('ida@client.example');
		const cc = (count: number) => Array.from({ length: count }, (_, index) => `cc${index}@client.example`);

		const eleven = await customer.reply(sessionId, { to: ['ida@client.example'], cc: cc(10) });
		const elevenWithApproved = await customer.reply(sessionId, { cc: cc(10) });
		const nobody = await customer.reply(sessionId, { to: [] });
		const blind = await customer.reply(sessionId, { bcc: ['x@client.example'] });
		await customer.replied(sessionId, { cc: [...cc(2), 'IDA@client.example', 'CC0@client.example'] });

		expect(eleven.body).toMatchObject({ status: 400, issues: [{ path: 'to' }] });
		expect(elevenWithApproved.body).toMatchObject({ status: 400, issues: [{ path: 'to' }] });
		expect(nobody.body).toMatchObject({ status: 400, issues: [{ path: 'to' }] });
		expect(blind.body).toMatchObject({ status: 400, issues: [{ path: 'bcc' }] });
		const { deliveries } = await customer.delivered(sessionId, 'delivered');
		expect(deliveries.at(-1)?.outcomes).toHaveLength(3);
	});

	it('use the allowance, which is not exceeded', async () => {
		const own = await TestSandbox.start({ clockFactor: 0.001 });
		try {
			const other = new EmailCustomer(own);
			await own.admin('PATCH', '/account', { plan: 'free' });
			await other.activeMailbox('help@shop.example');
			const sessionId = await other.conversation('kim@client.example');
			const to = Array.from({ length: 10 }, (_, index) => `to${index}@client.example`);
			for (let sent = 0; sent < 10; sent += 1) await other.replied(sessionId, { to });

			const answer = await other.reply(sessionId);

			expect(answer.body).toMatchObject({ type: 'email_allowance_exhausted', status: 409 });
			expect((await own.call('GET', other.path)).body).toMatchObject({
				allowance: { monthlyRecipients: 100, used: 100 },
			});
			expect((await other.read(sessionId)).deliveries).toHaveLength(10);
		} finally {
			await own.running.close();
		}
	});

	it('count no test mails and no refused replies', async () => {
		const before = await used();

		await customer.acted({ action: 'test-sending', mailboxId });
		await customer.reply('email:none');

		expect(await used()).toMatchObject({ allowance: (before as { allowance: object }).allowance });
	});
});
