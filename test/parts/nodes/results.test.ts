import { inspect } from 'node:util';
import { eventually } from '../../support/time/eventually';
import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT, fromItem } from './matrix/sample';
import { World } from './matrix/world';

// What the node's results look like where the table of operations asks for more than the service's answer.

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

const run = (resource: string, operation: string, fields: object, json: object = {}) =>
	world.node.run(resource, operation, { ...AGENT, ...fields }, { items: itemsOf({ ...json }) });

describe('Q&A Pair', () => {
	it('takes a 503 for what it is: saved, with a warning', async () => {
		const agent = await world.agent();
		const path = `/agents/${agent}/qa-pairs`;
		await world.node.admin.addFault('POST', path, { kind: 'indexing-unavailable' });
		const created = await run('qaPair', 'create', { question: 'A?', answer: 'B.' }, { agent });
		const warning = expect.stringContaining('The next Q&A change of this agent indexes it.') as string;
		expect(created.rows).toMatchObject([{ id: expect.any(Number) as number, question: 'A?', warning }]);
		expect(created.hints).toMatchObject([{ type: 'warning', message: warning }]);

		const pair = inspect(created.rows[0]?.id);
		const pairId = fromItem('pair');
		await world.node.admin.addFault('PATCH', `${path}/{pairId}`, { kind: 'indexing-unavailable' });
		const updated = await run('qaPair', 'update', { pairId, updateFields: { answer: 'C.' } }, { agent, pair });
		expect(updated.rows).toMatchObject([{ id: Number(pair), answer: 'C.', warning }]);
		await world.node.admin.addFault('DELETE', `${path}/{pairId}`, { kind: 'indexing-unavailable' });
		const deleted = await run('qaPair', 'delete', { pairId }, { agent, pair });
		expect(deleted.rows).toMatchObject([{ id: Number(pair), deleted: true, warning }]);
		expect(await world.total(path)).toBe(0);
		expect(await world.node.count('POST', path)).toBe(1);
	});

	it('asks for something to update', async () => {
		const { error } = await run(
			'qaPair',
			'update',
			{ pairId: fromItem('pair') },
			{ agent: 'agent_support', pair: '1' },
		);
		expect(error?.message).toBe('There is nothing to update');
	});
});

describe('Knowledge', () => {
	it('says of an untrained agent why nothing is found', async () => {
		const agent = await world.agent();
		const { rows, hints } = await run('knowledge', 'search', { query: 'shipping' }, { agent });
		const hint = expect.stringContaining('has not finished a training run yet') as string;
		expect(rows).toMatchObject([{ agentId: agent, items: [], hint }]);
		expect(hints).toMatchObject([{ message: hint }]);
	});
});

describe('Simplify', () => {
	it('leaves out of a lead what a CRM does not want, and Raw leaves out nothing', async () => {
		const agent = await world.agent();
		await world.add(agent, 'leads', { name: 'Nathan', email: 'nathan@person.example', fields: { size: 'L' } });
		const simple = await run('lead', 'getAll', {}, { agent });
		expect(Object.keys(simple.rows[0] ?? {})).toEqual(
			expect.arrayContaining(['id', 'name', 'email', 'phone', 'fields', 'conversationId', 'capturedAt']),
		);
		expect(simple.rows[0]).not.toHaveProperty('countryCode');
		const raw = await run('lead', 'getAll', { simplify: false }, { agent });
		expect(raw.rows[0]).toMatchObject({ agentId: agent, name: 'Nathan' });
	});

	it('makes a conversation flat, and keeps its transcript', async () => {
		const agent = await world.agent();
		const visitor = { visitorName: 'Nathan', city: 'Bergen' };
		const messages = [{ role: 'visitor', content: 'Hello' }];
		const conversationId = await world.add(agent, 'conversations', { visitor, messages });
		const { rows } = await run('conversation', 'get', { conversationId });
		expect(rows).toMatchObject([{ visitorName: 'Nathan', visitorCity: 'Bergen', messages: [{ content: 'Hello' }] }]);
	});

	it('gives mailboxes with the allowance, in one item', async () => {
		const { agent, mailboxId } = await world.activeMailbox();
		const { rows } = await run('mailbox', 'getAll', {}, { agent });
		expect(rows).toMatchObject([{ mailboxes: [{ id: mailboxId, status: 'active' }], allowance: { maxMailboxes: 25 } }]);
		expect(rows[0]).not.toHaveProperty('mailboxes.0.domainId');
	});
});

describe('Email Conversation', () => {
	it('splits the outcomes into an item for each address', async () => {
		const { agent } = await world.activeMailbox();
		const sessionId = await world.emailConversation(agent);
		const to = 'nathan@person.example, anna@person.example';
		const queued = await run(
			'emailConversation',
			'reply',
			{ sessionId, content: 'Hi', additionalFields: { to } },
			{ agent },
		);
		const deliveryId = queued.rows[0]?.deliveryId;
		const { rows } = await eventually(
			() => run('emailConversation', 'get', { sessionId, splitIntoItems: true }, { agent }),
			(got) => got.rows.length === 2,
			'the delivery queue sends a mail a moment later',
		);
		expect(rows).toMatchObject([
			{ sessionId, deliveryId, address: 'nathan@person.example' },
			{ sessionId, deliveryId, address: 'anna@person.example' },
		]);
		const simple = await run('emailConversation', 'get', { sessionId }, { agent });
		expect(simple.rows).toMatchObject([{ sessionId, aiPaused: true, to: expect.any(Array) as string[] }]);
	});

	it('refuses more than ten recipients before anything is sent', async () => {
		const to = Array.from({ length: 11 }, (_, index) => `p${index}@person.example`).join(', ');
		const fields = { sessionId: 'email:1', content: 'Hi', additionalFields: { to } };
		const { error } = await run('emailConversation', 'reply', fields, { agent: 'agent_support' });
		expect(error?.message).toBe('There are too many recipients');
	});
});

describe('Account', () => {
	it('shows what a narrow key can do, and does not fail', async () => {
		const { key } = await world.node.admin.createKey({ scopes: ['read:leads', 'read:agents'] });
		const { rows } = await world.node.run('account', 'checkKey', {}, { apiKey: key });
		expect(rows).toMatchObject([{ granted: ['read:agents', 'read:leads'], unknown: [] }]);
		expect(rows[0]?.missing).toContain('read:email');
		expect(rows[0]?.notTested).toEqual([
			'write:chat',
			'write:conversations',
			'write:email',
			'write:qa',
			'write:sources',
		]);
	});

	it('says what cannot be checked without an agent', async () => {
		const { key } = await world.node.admin.createKey({ scopes: ['read:leads'] });
		const { rows } = await world.node.run('account', 'checkKey', {}, { apiKey: key });
		expect(rows).toMatchObject([{ granted: [], missing: ['read:agents', 'read:usage'], unknown: { length: 8 } }]);
		const given = await world.node.run('account', 'checkKey', AGENT, {
			apiKey: key,
			items: itemsOf({ agent: 'agent_support' }),
		});
		expect(given.rows).toMatchObject([{ granted: ['read:leads'], unknown: [] }]);
	});
});

describe('Return All', () => {
	it('gives each of more than two pages once', async () => {
		const agent = await world.agent();
		await world.admin('POST', `/agents/${agent}/generate`, { kind: 'leads', count: 250 });
		const { rows } = await run('lead', 'getAll', { returnAll: true }, { agent });
		expect(new Set(rows.map(({ id }) => id)).size).toBe(250);
		expect(rows).toHaveLength(250);
		const limited = await run('lead', 'getAll', { limit: 120 }, { agent });
		expect(limited.rows.map(({ id }) => id)).toEqual(rows.slice(0, 120).map(({ id }) => id));
	});
});
