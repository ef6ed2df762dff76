import { leadSchema, listSchema } from '../../../api';
import { EmailCustomer } from './email-customer';
import { LanguageModelEndpoint } from './language-model-endpoint';
import { TestSandbox } from './running-sandbox';
import { teach } from './taught-agent';
import { eventually } from '../../support/time/eventually';

const QUESTION = 'Are hedgehogs welcome?';
const PASSAGE = 'Hedgehogs are welcome on Mondays.';

const endpoint = new LanguageModelEndpoint();
let sandbox: TestSandbox;
let customer: EmailCustomer;
beforeAll(async () => {
	const baseUrl = await endpoint.start();
	sandbox = await TestSandbox.start({ languageModel: { baseUrl, model: 'small' } });
	customer = new EmailCustomer(sandbox);
	await sandbox.admin('PATCH', '/account', { plan: 'business' });
	await teach(sandbox, 'agent_support', 'Hedgehogs', PASSAGE);
});
afterAll(async () => {
	await sandbox.running.close();
	await endpoint.stop();
});

/** Sends a first mail to a new mailbox with these settings. Answers what the agent did with it. */
async function ask(name: string, settings: object, text = QUESTION) {
	const mailbox = `${name}@shop.example`;
	const { id } = await customer.activeMailbox(mailbox);
	await customer.acted({ action: 'update', mailboxId: id, settings });
	await customer.sendMail({ from: `Ada <${name}@client.example>`, to: mailbox, text });
	const [sessionId = ''] = await customer.emailSessions();
	const { messages } = await eventually(
		() => customer.read(sessionId),
		(read) => read.messages.every(({ aiStatus }) => aiStatus !== 'pending'),
		'a mail is answered by a job of its own',
	);
	return messages.map(({ aiStatus }) => aiStatus);
}
const leadsOf = async (name: string) => {
	const { body } = await sandbox.call('GET', `/agents/agent_support/leads?email=${name}@client.example`);
	return listSchema(leadSchema).parse(body).items;
};
const ALL = ['search_knowledge', 'capture_lead', 'hand_over'];
const without = (tool: string) => ({ toolAllowlist: ALL.filter((other) => other !== tool) });

describe('the settings of a mailbox', () => {
	it('tell the language model how to answer', async () => {
		expect(await ask('rhymes', { instructions: 'Answer in rhymes.' })).toEqual(['answered', 'generated']);

		expect(endpoint.asked.at(-1)).toContain('Answer in rhymes.');
		expect(endpoint.asked.at(-1)).toContain(PASSAGE);
	});

	it('make whoever opens a conversation a lead, or not', async () => {
		await ask('lead', {});
		await ask('nobody', without('capture_lead'));

		expect(await leadsOf('lead')).toMatchObject([{ name: 'Ada', email: 'lead@client.example' }]);
		expect(await leadsOf('nobody')).toEqual([]);
	});

	it('leave what is not known to a person, or have the agent say so', async () => {
		expect(await ask('handed', {}, 'Zxqv wvut?')).toEqual(['unanswered']);
		expect(await ask('alone', without('hand_over'), 'Zxqv wvut?')).toEqual(['answered', 'generated']);

		const sent = () => customer.received('alone@client.example');
		const [reply] = await eventually(
			sent,
			(mails) => mails.length > 0,
			'the delivery queue sends a mail a moment later',
		);
		expect(reply?.text).toContain('could not find an answer');
	});

	it('keep the knowledge out of answers, but not the Q&A pairs', async () => {
		expect(await ask('closed', without('search_knowledge'))).toEqual(['unanswered']);
		const pair = { question: 'Are otters welcome?', answer: 'On Sundays.' };
		await sandbox.call('POST', '/agents/agent_support/qa-pairs', { body: pair });
		const chat = () => sandbox.call('POST', '/agents/agent_support/chat', { body: { message: pair.question } });
		await eventually(
			chat,
			({ body }) => JSON.stringify(body).includes(pair.answer),
			'a Q&A pair is indexed by a job of its own',
		);

		expect(await ask('pairs', without('search_knowledge'), pair.question)).toEqual(['answered', 'generated']);
	});
});
