import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT, NO_SETTLING } from './matrix/sample';
import { World } from './matrix/world';

// What the node says when something goes wrong, word for word; agent.test.ts and source.test.ts have the rest.

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

const failure = async (resource: string, operation: string, fields: object, json: object, apiKey?: string) => {
	const { error } = await world.node.run(
		resource,
		operation,
		{ ...AGENT, ...fields },
		{ items: itemsOf({ ...json }), apiKey },
	);
	return `${error?.message ?? ''} | ${error?.description ?? ''}`;
};

describe('the hints of errors', () => {
	it('say of a revoked key where to put a new one', async () => {
		const { id, key } = await world.node.admin.createKey({ scopes: ['read:agents'] });
		await world.node.admin.revokeKey(id);
		expect(await failure('agent', 'get', {}, { agent: 'agent_support' }, key)).toContain(
			'The service does not accept the API key | Create a new key on the service\'s API keys page, and put it into the credential "Agent Knowledge API".',
		);
	});

	it('list the scopes that the operation wants', async () => {
		const pair = { question: 'A?', answer: 'B.' };
		const words = await failure('qaPair', 'create', pair, { agent: 'agent_sales' }, await world.keyWithout('write:qa'));
		expect(words).toContain('The API key lacks the scope write:qa. This operation needs write:qa, read:qa.');
		expect(words).toContain('Account > What Can This Key Do');
	});

	it('ask for a $now where a key was sent before with other content', async () => {
		const { agent } = await world.activeMailbox();
		const session = await world.emailConversation(agent);
		const additionalFields = { idempotencyKey: 'order-1' };
		const reply = { sessionId: session, content: '={{ $json.text }}', additionalFields };
		await failure('emailConversation', 'reply', reply, { agent, text: 'One' });
		expect(await failure('emailConversation', 'reply', reply, { agent, text: 'Two' })).toContain(
			'The same key was sent before with other content. Check the fields for $now, a random value or anything else that differs from run to run.',
		);
		const chat = { message: '={{ $json.text }}', additionalFields: { clientMessageId: 'ticket-1' } };
		await failure('agent', 'chat', chat, { agent, text: 'One' });
		expect(await failure('agent', 'chat', chat, { agent, text: 'Two' })).toContain('Check the fields for $now');
	});

	it('say that a session belongs elsewhere', async () => {
		const agent = await world.agent();
		const id = await world.add(agent, 'conversations', { channel: 'website' });
		const words = await failure('agent', 'chat', { message: 'Hi', additionalFields: { sessionId: id } }, { agent });
		expect(words).toContain(
			'A session ID continues a conversation of the same agent that this node or the API started',
		);
		expect(words).toContain('Session ID: ');
	});

	it('say that credits are used up, and that searching costs none', async () => {
		await world.admin('PATCH', '/account', { messageCredits: 0 });
		const words = await failure('agent', 'chat', { message: 'Hi' }, { agent: 'agent_support' });
		await world.admin('PATCH', '/account', { messageCredits: null });
		expect(words).toContain('The message credits of the plan are used up. Searching (Knowledge > Search) costs none.');
	});

	it('name what is missing, and that the key may be restricted', async () => {
		const agent = await world.agent();
		const restricted = 'or its agent no longer exists, or the API key is restricted to other agents';
		expect(await failure('lead', 'get', { leadId: '4711' }, { agent })).toContain(`The lead ${restricted}`);
		const confirmation = await failure('codConfirmation', 'get', { confirmationId: 'x' }, { agent });
		expect(confirmation).toContain(`The COD confirmation ${restricted}`);
		const session = await failure('emailConversation', 'get', { sessionId: 'email:x' }, { agent });
		expect(session).toContain(`The email conversation ${restricted}`);
		const conversation = await failure('conversation', 'get', { conversationId: 'x' }, { agent });
		expect(conversation).toContain('The conversation no longer exists, or the API key is restricted');
	});

	it('do not blame the agent where a website answers that there is no such page', async () => {
		const { error } = await world.node.run('agent', 'get', AGENT, {
			items: itemsOf({ agent: 'agent_support' }),
			baseUrl: world.node.sandbox.siteUrl,
		});
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.description).toContain('Check "Base URL" in the credential');
		expect(error?.description).not.toContain('The agent no longer exists');
	});

	it('name the plan, and what works without it', async () => {
		await world.admin('PATCH', '/account', { plan: 'free' });
		const words = await failure('analytics', 'getUnanswered', {}, { agent: 'agent_support' });
		await world.admin('PATCH', '/account', { plan: 'business' });
		expect(words).toMatch(/Choose the plan Pro or a larger one\. Analytics > Get works on every plan/);
	});

	it('say of a file that the service finds too big how big it may be', async () => {
		const agent = await world.agent();
		await world.node.admin.addFault('POST', `/agents/${agent}/sources`, { kind: 'status', status: 413 });
		const words = await failure('source', 'addText', { title: 'A', content: 'b' }, { agent });
		expect(words).toContain('A file has at most 10 MB. Split it, or send a smaller one.');
	});

	it('say whether it may be run again when no response arrives', async () => {
		const agent = await world.agent();
		const path = `/agents/${agent}/qa-pairs`;
		await world.node.admin.addFault('GET', path, { kind: 'lost-after' }, 3);
		expect(await failure('qaPair', 'getAll', {}, { agent })).toContain('Nothing was changed. Run this again');
		await world.node.admin.addFault('POST', `/agents/${agent}/chat`, { kind: 'lost-after' }, 3);
		expect(await failure('agent', 'chat', { message: 'Hi' }, { agent })).toContain('Do not use a new key.');
		await world.node.admin.addFault('PATCH', `${path}/{pairId}`, { kind: 'lost-after' }, 3);
		const pair = { __rl: true, mode: 'id', value: '1' };
		const update = { pairId: pair, updateFields: { enabled: false } };
		expect(await failure('qaPair', 'update', update, { agent })).toContain('You can safely run it again');
	});

	it("say of an error of n8n's own that it is n8n's, in n8n's words, and that nothing was sent", async () => {
		const agent = await world.agent();
		const path = `/agents/${agent}/qa-pairs`;
		const pair = { question: 'A?', answer: 'B.', ...NO_SETTLING };
		const { error } = await world.node.run(
			'qaPair',
			'create',
			{ ...AGENT, ...pair },
			{
				items: itemsOf({ agent }),
				onRequest: ({ method }) => {
					if (method === 'POST') throw new Error('No bridge acquired for this context. Call acquire() first.');
				},
			},
		);
		expect(error?.message).toBe('n8n could not send the request');
		expect(error?.description).toBe(
			'n8n reports: No bridge acquired for this context. Call acquire() first. Nothing was sent: n8n reported the error, not the service. Check that the credential "Agent Knowledge API" exists and can be read, then run this again.',
		);
		expect(await world.node.count('POST', path)).toBe(0);
	});

	it('name the field in a collection that the service refuses', async () => {
		const { agent } = await world.activeMailbox();
		const session = await world.emailConversation(agent);
		const to = `${'long'.repeat(80)}@person.example`;
		const fields = { sessionId: session, content: 'Hello', additionalFields: { to } };
		const words = await failure('emailConversation', 'reply', fields, { agent });
		expect(words).toContain('To (entry 1): ');
		expect(words).not.toContain('to.0');
	});

	it.each([
		[
			'lead',
			{ filters: { startDate: 'soon' } },
			'The field "Start Date" must be a date such as 2026-01-31, but is "soon"',
		],
		['lead', { limit: 0 }, 'The field "Limit" must be at least 1, but is 0'],
		['lead', { limit: 2.5 }, 'The field "Limit" must be a whole number, but is 2.5'],
		[
			'lead',
			{ filters: { startDate: '2026-03-05', endDate: '2026-03-01' } },
			'The field "Start Date" (2026-03-05) is after "End Date" (2026-03-01)',
		],
	])('refuse what does not fit a field of %s before anything is sent', async (_of, fields, words) => {
		expect(await failure('lead', 'getAll', fields, { agent: 'agent_support' })).toContain(words);
	});
});
