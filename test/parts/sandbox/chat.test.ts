import { chatReplySchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { addPair, teach } from './taught-agent';
import { eventually } from '../../support/time/eventually';

const AGENT = 'agent_support';
const RETURNS = 'A parcel may be returned within 30 days. The label is **free**.';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
	await teach(sandbox, AGENT, 'Returns', RETURNS);
	await teach(sandbox, AGENT, 'Delivery to Norway', 'Delivery to Norway takes five days.');
	await teach(sandbox, AGENT, 'Delivery to Spain', 'Delivery to Spain takes nine days.');
});
afterAll(() => sandbox.running.close());

const send = (body: object, agent = AGENT) => sandbox.call('POST', `/agents/${agent}/chat`, { body });
const ask = async (message: string, more: object = {}) => {
	const answer = await send({ message, ...more });
	expect(answer.status).toBe(200);
	return chatReplySchema.parse(answer.body);
};

describe('a chat reply (specification, parts 2 and 4)', () => {
	it('rests on the best passage and names it', async () => {
		expect(await ask('How do I return a parcel?')).toEqual({
			agentId: AGENT,
			sessionId: expect.any(String) as string,
			reply: RETURNS,
			sources: [{ title: 'Returns', url: null }],
		});
	});

	it('is a Q&A pair word for word, in whatever form it is asked, until the pair is disabled', async () => {
		const answer = 'Yes:\n\n* **wrapped**\n* with a card';
		const { id } = await addPair(sandbox, AGENT, 'Do you wrap gifts?', answer);
		const asked = await eventually(
			() => ask('Hello, can a gift be wrapped please?'),
			({ reply }) => reply === answer,
			'a Q&A pair is indexed by a job of its own',
		);
		expect(asked.sources).toEqual([]);
		expect((await ask('Do you wrap fish?')).reply).not.toBe(answer);

		await sandbox.call('PATCH', `/agents/${AGENT}/qa-pairs/${id}`, { body: { enabled: false } });
		expect((await ask('Do you wrap gifts?')).reply).not.toBe(answer);
	});

	it('prefers what is said about the place of the visitor', async () => {
		const [norway, spain] = [
			await ask('How long does delivery take?', { location: { countryCode: 'NO' } }),
			await ask('How long does delivery take?', { location: { country: 'Spain', city: 'Vigo' } }),
		];

		expect(norway.sources[0]).toEqual({ title: 'Delivery to Norway', url: null });
		expect(spain.sources[0]).toEqual({ title: 'Delivery to Spain', url: null });
	});

	it('goes on from the question before, in the same session only', async () => {
		const { sessionId } = await ask('How long does delivery to Spain take?');

		const next = await ask('And Norway, how long?', { sessionId });

		expect(next).toMatchObject({ sessionId, sources: [{ title: 'Delivery to Norway' }] });
	});

	it('admits what it does not know', async () => {
		const { reply, sources } = await ask('Do you repair spaceships?');

		expect(reply).toContain('could not find an answer');
		expect(sources).toEqual([]);
	});

	it('is the same for the same clientMessageId, and costs no further credit', async () => {
		await sandbox.admin('PATCH', '/account', { messageCredits: 10, creditsUsed: 9 });
		const message = { message: 'How do I return a parcel?', clientMessageId: 'one', location: { city: 'Bergen' } };

		const [first, meanwhile] = await Promise.all([send(message), send(message)]);
		const later = await send({ ...message, sessionId: chatReplySchema.parse(first.body).sessionId });

		expect(first.status).toBe(200);
		expect(meanwhile.body).toEqual(first.body);
		expect(later.body).toEqual(first.body);
		expect((await send({ message: 'Another', clientMessageId: 'one' })).body).toMatchObject({
			type: 'client_message_conflict',
			status: 409,
			issues: [{ path: 'clientMessageId' }],
		});
		expect((await send({ message: 'One more' })).body).toMatchObject({ type: 'credits_exhausted', status: 402 });
		await sandbox.admin('PATCH', '/account', { messageCredits: null });
	});

	it.each(['🙂', '"', '* OR *', 'a'.repeat(100_000)])('takes any message', async (message) => {
		expect((await send({ message })).status).toBe(200);
	});
});

describe('a chat session', () => {
	it('is an API conversation of the same agent, and nothing else', async () => {
		const { sessionId } = await ask('How do I return a parcel?');
		const conflict = { type: 'session_conflict', status: 409, issues: [{ path: 'sessionId' }] };

		expect((await send({ message: 'Hi', sessionId }, 'agent_sales')).body).toMatchObject(conflict);
		expect((await send({ message: 'Hi', sessionId: 'conv_nobody' })).body).toMatchObject(conflict);
	});

	it('takes one message at a time', async () => {
		const { sessionId } = await ask('How do I return a parcel?');
		const message = { message: 'How long does delivery take?', sessionId };
		// So slow that the first answer cannot come before the second message.
		await sandbox.admin('PATCH', '/settings', { clockFactor: 0.001 });

		const both = [send(message), send(message)];
		const refused = await Promise.race(both);
		await sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });

		expect(refused.body).toMatchObject({ type: 'session_conflict', status: 409 });
		expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
		expect((await send(message)).status).toBe(200);
	});
});
