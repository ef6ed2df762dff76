import { EmailCustomer } from './email-customer';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

let sandbox: TestSandbox;
let customer: EmailCustomer;
let mailboxId: string;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
	customer = new EmailCustomer(sandbox);
	mailboxId = (await customer.activeMailbox('help@shop.example')).id;
	const body = { type: 'text', title: 'Hedgehogs', content: 'Hedgehogs are welcome in our shop on Mondays.' };
	await sandbox.call('POST', '/agents/agent_support/sources', { body });
	await eventually(
		() => sandbox.call('GET', '/agents/agent_support/knowledge/search?query=hedgehogs'),
		(answer) => JSON.stringify(answer.body).includes('Mondays'),
		'a source is indexed by a job of its own',
	);
});
afterAll(() => sandbox.running.close());

const MAILBOX = 'help@shop.example';
const ask = (from: string, more: object = {}) =>
	customer.sendMail({ from, to: MAILBOX, subject: 'Hedgehogs', text: 'Are hedgehogs welcome?', ...more });
/** The newest conversation, once its newest incoming mail was dealt with. */
const newest = async () => {
	const [sessionId = ''] = await customer.emailSessions();
	return eventually(
		() => customer.read(sessionId),
		({ messages }) => messages.every(({ aiStatus }) => aiStatus !== 'pending'),
		'a mail is answered by a job of its own',
	);
};

describe('mail that comes in', () => {
	it('opens a conversation, which the agent answers', async () => {
		await ask('Ada <ada@client.example>', { messageId: '<ada-1@client.example>' });

		const { thread, messages } = await newest();
		expect(thread).toMatchObject({ mailboxId, recipients: { to: ['ada@client.example'], cc: [] }, aiPaused: false });
		expect(messages).toMatchObject([
			{ aiStatus: 'answered', recipients: { to: [MAILBOX] }, reviewReason: null },
			{ aiStatus: 'generated', recipients: { to: ['ada@client.example'] } },
		]);
		await customer.delivered(thread.sessionId, 'delivered');
		expect(await customer.received('ada@client.example')).toMatchObject([
			{ subject: 'Re: Hedgehogs', text: expect.stringContaining('Mondays') as string },
		]);
		const raw = await customer.rawMail('ada@client.example');
		expect(raw).toContain('In-Reply-To: <ada-1@client.example>');
		expect(raw).toContain('Auto-Submitted: auto-replied');
		const transcript = await sandbox.call('GET', `/conversations/${thread.sessionId.replace('email:', '')}`);
		expect(transcript.body).toMatchObject({
			channel: 'email',
			visitor: { name: 'Ada', email: 'ada@client.example' },
			messages: [{ role: 'visitor', content: 'Are hedgehogs welcome?\n' }, { role: 'assistant' }],
		});
	});

	it('continues the conversation that it answers', async () => {
		const sessionId = await customer.conversation('bob@client.example');
		await customer.replied(sessionId);
		await customer.delivered(sessionId, 'delivered');
		const [mail] = await customer.received('bob@client.example');

		await ask('bob@client.example', { inReplyTo: mail?.messageId });

		const { messages } = await customer.read(sessionId);
		expect(messages).toMatchObject([{ aiStatus: null }, { aiStatus: 'paused', reviewReason: null }]);
	});

	it('knows addresses of an internationalised domain, of the mailbox and of the person', async () => {
		const [mailbox, ada] = ['help@xn--mller-kva.example', 'ada@xn--bcher-kva.example'];
		const { id, status } = await customer.activeMailbox(mailbox);
		expect(status).toBe('active');
		const sessionId = await customer.conversation(ada, { mailboxId: id });
		await customer.replied(sessionId);
		await customer.delivered(sessionId, 'delivered');
		const [mail] = await customer.received(ada);
		expect(mail).toMatchObject({ mailFrom: mailbox, rcptTo: [ada] });

		await ask(ada, { to: mailbox, inReplyTo: mail?.messageId });

		const { messages } = await customer.read(sessionId);
		expect(messages.at(-1)).toMatchObject({ aiStatus: 'paused', reviewReason: null });
	});

	it('is taken once, however often it is forwarded', async () => {
		await ask('cy@client.example', { messageId: '<cy-1@client.example>' });
		const sessions = await customer.emailSessions();
		await ask('cy@client.example', { messageId: '<cy-1@client.example>' });

		expect(await customer.emailSessions()).toEqual(sessions);
	});

	it('is left to a person where the agent knows no answer', async () => {
		await ask('dan@client.example', { text: 'Zxqv wvut?' });

		const { thread, messages } = await newest();
		expect(thread.recipients.to).toEqual(['dan@client.example']);
		expect(messages).toMatchObject([{ aiStatus: 'unanswered' }]);
		expect(await customer.received('dan@client.example')).toEqual([]);
	});

	it('is left to a person when somebody writes whom nobody approved', async () => {
		await ask('eve@client.example', { messageId: '<eve-1@client.example>' });
		const { thread } = await newest();
		await ask('mallory@other.example', { inReplyTo: '<eve-1@client.example>' });
		await ask('eve@client.example', { inReplyTo: '<eve-1@client.example>', cc: ['mallory@other.example'] });

		const { messages, thread: after } = await customer.read(thread.sessionId);
		const incoming = messages.filter(({ recipients }) => recipients.to.includes(MAILBOX));
		expect(incoming.slice(1)).toMatchObject([
			{ aiStatus: 'needs_review', reviewReason: 'unapproved_sender' },
			{ aiStatus: 'needs_review', reviewReason: 'unapproved_recipients' },
		]);
		expect(after.recipients).toEqual({ to: ['eve@client.example'], cc: [] });
		const toMallory = await customer.received('mallory@other.example');
		expect(toMallory.map(({ mailFrom }) => mailFrom)).toEqual(['eve@client.example']);
	});

	it.each([
		['Auto-Submitted', 'auto-replied'],
		['Precedence', 'bulk'],
	])('written by a program (%s: %s) is not answered by one', async (name, value) => {
		await ask(`${value}@client.example`, { headers: { [name]: value } });

		expect((await newest()).messages).toMatchObject([{ aiStatus: 'automated_mail' }]);
	});

	it('arrives at the address that the provider forwards to as well', async () => {
		const { setup } = await customer.acted({ action: 'check', mailboxId });
		await ask('gil@client.example', { to: setup.forwardingAddress });

		expect((await newest()).thread.recipients.to).toEqual(['gil@client.example']);
	});

	it('opens nothing for a mailbox that is not active, nor for anybody else', async () => {
		const { mailbox } = await customer.acted({ action: 'create', address: 'new@shop.example', name: 'New' });
		const sessions = await customer.emailSessions();
		await ask('hal@client.example', { to: ['new@shop.example', 'nobody@elsewhere.example'] });

		expect(await customer.emailSessions()).toEqual(sessions);
		expect(await customer.received('nobody@elsewhere.example')).toHaveLength(1);
		expect((await customer.acted({ action: 'check', mailboxId: mailbox.id })).setup).toMatchObject({
			receivingVerified: false,
		});
	});

	it('is not answered where the mailbox leaves answering to people', async () => {
		await customer.acted({ action: 'update', mailboxId, settings: { aiEnabled: false } });
		await ask('ida@client.example');
		await customer.acted({ action: 'update', mailboxId, settings: { aiEnabled: true } });

		expect((await newest()).messages).toMatchObject([{ aiStatus: 'disabled' }]);
	});

	it('is answered again once automatic replies are resumed', async () => {
		const sessionId = await customer.conversation('jo@client.example');
		await customer.replied(sessionId);
		await customer.delivered(sessionId, 'delivered');
		const [mail] = await customer.received('jo@client.example');
		const path = `${customer.path}/conversations/${encodeURIComponent(sessionId)}`;
		await sandbox.call('POST', path, { body: { resume: true } });

		await ask('jo@client.example', { inReplyTo: mail?.messageId });

		const { messages } = await eventually(
			() => customer.read(sessionId),
			(read) => read.messages.length === 3,
			'the delivery queue sends a mail a moment later',
		);
		expect(messages).toMatchObject([{ aiStatus: null }, { aiStatus: 'answered' }, { aiStatus: 'generated' }]);
	});

	it('goes on coming in when the allowance is used up, and is left to a person', async () => {
		await sandbox.admin('PATCH', '/account', { plan: 'free' });
		const sessionId = await customer.conversation('kim@client.example');
		const to = Array.from({ length: 10 }, (_, index) => `to${index}@client.example`);
		await eventually(
			() => customer.reply(sessionId, { to }),
			({ status }) => status === 409,
			'the limit of replies is reached by sending',
		);
		// What is left is less than ten; then one by one.
		await eventually(
			() => customer.reply(sessionId),
			({ status }) => status === 409,
			'the limit of replies is reached by sending',
		);

		await ask('lee@client.example');

		expect((await newest()).messages).toMatchObject([{ aiStatus: 'unavailable' }]);
	});
});
