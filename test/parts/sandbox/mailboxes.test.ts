import { mailboxListSchema } from '../../../api';
import { EmailCustomer } from './email-customer';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
let customer: EmailCustomer;
beforeEach(async () => {
	sandbox = await TestSandbox.start();
	customer = new EmailCustomer(sandbox);
});
afterEach(() => sandbox.running.close());

const list = async (query = '') =>
	mailboxListSchema.parse((await sandbox.call('GET', `${customer.path}${query}`)).body);
const create = async (address = 'help@shop.example') =>
	(await customer.acted({ action: 'create', address, name: 'Help desk' })).mailbox;

describe('mailboxes (specification, parts 2 to 4)', () => {
	it('are listed with allowance and tools', async () => {
		const { id } = await create();
		await create('sales@shop.example');

		expect(await list()).toMatchObject({
			mailboxes: [{ address: 'help@shop.example' }, { address: 'sales@shop.example' }],
			allowance: { maxMailboxes: 5, monthlyRecipients: 2000, used: 0 },
			tools: expect.arrayContaining([{ name: 'search_knowledge', title: 'Search the knowledge' }]) as object,
		});
		expect((await list(`?mailboxId=${id}`)).mailboxes).toMatchObject([{ id }]);
		expect((await sandbox.call('GET', `${customer.path}?mailboxId=mbx_none`)).status).toBe(404);
	});

	it('begin pending, with the fields of the specification, the first as default sender', async () => {
		const mailbox = await create();
		const second = await create('sales@shop.example');

		expect(Object.keys(mailbox).sort()).toEqual(
			`address aiEnabled chatbotId createdAt domainId id instructions isDefault lastReceivedAt name receivingMode
			receivingVerifiedAt signature status testSentAt toolAllowlist updatedAt`.split(/\s+/),
		);
		expect(mailbox).toMatchObject({ status: 'pending', receivingMode: 'forwarding', isDefault: true });
		expect(second).toMatchObject({ isDefault: false, domainId: mailbox.domainId });
	});

	it('are active only after mail was seen to arrive', async () => {
		const { id: mailboxId } = await create();
		const early = await customer.act({ action: 'activate', mailboxId });
		expect(early.body).toMatchObject({ type: 'forwarding_not_verified', status: 409, issues: [{ path: 'mailboxId' }] });

		const tested = await customer.acted({ action: 'test-forwarding', mailboxId });
		expect(tested.mailbox.receivingVerifiedAt).toEqual(expect.any(String));
		expect(await customer.received('help@shop.example')).toMatchObject([{ subject: 'Forwarding test' }]);

		expect((await customer.acted({ action: 'activate', mailboxId })).mailbox.status).toBe('active');
		expect((await customer.acted({ action: 'check', mailboxId })).setup).toMatchObject({ receivingVerified: true });
	});

	it('pause with disconnect and go back where they were with reconnect', async () => {
		const { id: mailboxId } = await create();
		expect((await customer.acted({ action: 'disconnect', mailboxId })).mailbox.status).toBe('disconnected');
		expect((await customer.act({ action: 'test-sending', mailboxId })).body).toMatchObject({
			type: 'mailbox_disconnected',
			status: 409,
		});
		expect((await customer.acted({ action: 'reconnect', mailboxId })).mailbox.status).toBe('pending');

		const active = await customer.activeMailbox('sales@shop.example');
		await customer.acted({ action: 'disconnect', mailboxId: active.id });
		const again = await customer.acted({ action: 'disconnect', mailboxId: active.id });
		expect(again.mailbox.status).toBe('disconnected');
		expect((await customer.acted({ action: 'reconnect', mailboxId: active.id })).mailbox.status).toBe('active');
	});

	it('say which test mail was not taken, and why', async () => {
		const { id: mailboxId } = await create('gone@bounce.example');

		const answer = await customer.act({ action: 'test-forwarding', mailboxId });

		expect(answer.body).toMatchObject({
			type: 'test_mail_failed',
			status: 409,
			detail: expect.stringContaining('There is no such mailbox here.') as string,
		});
	});

	it('send a test mail to the owner; mail-from decides where bounces go', async () => {
		const { id: mailboxId } = await create();
		expect((await customer.acted({ action: 'test-sending', mailboxId })).mailbox.testSentAt).toEqual(
			expect.any(String),
		);
		await customer.acted({ action: 'mail-from', mailboxId, enabled: true });
		await customer.acted({ action: 'test-sending', mailboxId });

		const senders = (await customer.received('owner@account.example')).map(({ mailFrom }) => mailFrom);

		expect(senders).toEqual(['bounces@mail.shop.example', 'help@shop.example']);
	});

	it('keep what an update leaves out, and have one default', async () => {
		const first = await create();
		const { id: mailboxId } = await create('sales@shop.example');

		const settings = { signature: 'Kind regards', isDefault: true, toolAllowlist: ['capture_lead'] };
		const { mailbox } = await customer.acted({ action: 'update', mailboxId, settings });

		expect(mailbox).toMatchObject({ ...settings, name: 'Help desk', aiEnabled: true });
		expect((await list()).mailboxes).toMatchObject([{ id: first.id, isDefault: false }, { isDefault: true }]);
		const unknown = await customer.act({ action: 'update', mailboxId, settings: { toolAllowlist: ['dance'] } });
		expect(unknown.body).toMatchObject({ status: 400, issues: [{ path: 'settings.toolAllowlist.0' }] });
	});

	it('are one for each address, and as many as the plan has', async () => {
		await create();
		const taken = await customer.act({ action: 'create', address: 'HELP@shop.example', name: 'Again' });
		expect(taken.body).toMatchObject({ type: 'mailbox_exists', status: 409, issues: [{ path: 'address' }] });

		for (const name of ['a', 'b', 'c', 'd']) await create(`${name}@shop.example`);
		const tooMany = await customer.act({ action: 'create', address: 'e@shop.example', name: 'Too many' });
		expect(tooMany.body).toMatchObject({ type: 'mailbox_limit_reached', status: 409 });
	});

	it('are deleted for ever; the address can be connected again', async () => {
		const { id } = await create();

		const answer = await sandbox.call('DELETE', `${customer.path}?mailboxId=${id}`);

		expect(mailboxListSchema.parse(answer.body).mailboxes).toEqual([]);
		expect((await sandbox.call('DELETE', `${customer.path}?mailboxId=${id}`)).status).toBe(404);
		expect((await create()).status).toBe('pending');
	});

	it('of another agent are not there', async () => {
		const { id: mailboxId } = await create();
		const other = new EmailCustomer(sandbox, 'agent_sales');

		expect((await other.act({ action: 'check', mailboxId })).status).toBe(404);
	});
});
