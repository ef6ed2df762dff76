import type { INodeProperties } from 'n8n-workflow';
import { resources } from '../../../nodes/AgentKnowledge/actions/registry';
import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT } from './matrix/sample';
import { World } from './matrix/world';

// The node as a language model uses it: n8n gives it a type of its own, whose name ends in "Tool".

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

const asTool = (resource: string, operation: string, fields: object, json: object) =>
	world.node.run(resource, operation, { ...AGENT, ...fields }, { items: itemsOf({ ...json }), asTool: true });

describe('Output', () => {
	let agent: string;
	let lead: object;
	beforeAll(async () => {
		agent = await world.agent();
		const id = await world.add(agent, 'leads', { name: 'Nathan', email: 'nathan@person.example' });
		lead = { agent, lead: id };
	});
	const leadId = '={{ $json.lead }}';

	it('is simplified unless asked otherwise', async () => {
		const { rows } = await asTool('lead', 'get', { leadId }, lead);
		expect(rows).toMatchObject([{ name: 'Nathan' }]);
		expect(rows[0]).not.toHaveProperty('agentId');
	});

	it('may be raw', async () => {
		const { rows } = await asTool('lead', 'get', { leadId, output: 'raw' }, lead);
		expect(rows).toMatchObject([{ name: 'Nathan', agentId: agent }]);
	});

	it('may be the fields that are named, as far as a record has them', async () => {
		const fields = { leadId, output: 'selected', fields: ' email,name , nothing' };
		expect((await asTool('lead', 'get', fields, lead)).rows).toEqual([
			{ name: 'Nathan', email: 'nathan@person.example' },
		]);
		expect((await asTool('lead', 'getAll', { ...fields, returnAll: true }, { agent })).rows).toEqual([
			{ name: 'Nathan', email: 'nathan@person.example' },
		]);
	});

	it('of email outcomes, an item for each address, may be single fields too', async () => {
		const mail = await world.activeMailbox();
		const sessionId = await world.emailConversation(mail.agent);
		await asTool('emailConversation', 'reply', { sessionId, content: 'Hello' }, mail);
		const fields = { sessionId, splitIntoItems: true, output: 'selected', fields: 'sessionId' };
		expect((await asTool('emailConversation', 'get', fields, mail)).rows).toEqual([{ sessionId }]);
	});

	it('takes no notice of Simplify, which is for people', async () => {
		const { rows } = await asTool('lead', 'get', { leadId, simplify: false }, lead);
		expect(rows[0]).not.toHaveProperty('agentId');
	});
});

describe('the same call twice', () => {
	it('is two intentions: what the first came to is not given again', async () => {
		const agent = await world.agent();
		const pair = { question: 'Open on Sunday?', answer: 'No.' };
		await asTool('qaPair', 'create', pair, { agent });
		await asTool('qaPair', 'create', pair, { agent });
		expect(await world.total(`/agents/${agent}/qa-pairs`)).toBe(2);
	});
});

describe('what a language model and a person read', () => {
	const all = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => ({ ...operation, name: `${value}.${operation.value}` })),
	);
	const withShape = all.filter(({ properties }) => properties.some(({ name }) => name === 'simplify'));
	const notices = (properties: readonly INodeProperties[]) => properties.filter(({ type }) => type === 'notice');

	it('has Simplify for people and Output for models wherever records are large', () => {
		expect(withShape.map(({ name }) => name).sort()).toEqual([
			'conversation.get',
			'conversation.getAll',
			'emailConversation.get',
			'lead.get',
			'lead.getAll',
			'mailbox.get',
			'mailbox.getAll',
		]);
		for (const { properties } of withShape) {
			const shown = (field: string) => properties.find(({ name }) => name === field)?.displayOptions;
			expect(shown('simplify')).toEqual({ hide: { '@tool': [true] } });
			expect(shown('output')).toEqual({ show: { '@tool': [true] } });
			expect(shown('fields')).toEqual({ show: { '@tool': [true], output: ['selected'] } });
		}
	});

	const sendsMail = ['emailConversation.reply', 'mailbox.testForwarding', 'mailbox.testSending'];
	const deletes = ['mailbox.delete', 'qaPair.delete', 'source.delete'];
	/** The description and the notice of each of these operations. */
	const wordsOf = (names: string[]) =>
		all
			.filter(({ name }) => names.includes(name))
			.map(({ description, properties }) => [description, ...notices(properties).map((one) => one.displayName)]);

	it('says of what sends mail or deletes that it does, in the description and on a notice', () => {
		const warning = all.filter(({ properties }) => notices(properties).length > 0).map(({ name }) => name);
		expect(warning.sort()).toEqual([...sendsMail, ...deletes].sort());
		const mail = expect.stringContaining('real email') as string;
		expect(wordsOf(sendsMail)).toEqual(sendsMail.map(() => [mail, mail]));
		const gone = expect.stringMatching(/permanent|cannot be undone|for good/) as string;
		expect(wordsOf(deletes)).toEqual(deletes.map(() => [gone, gone]));
	});
});
