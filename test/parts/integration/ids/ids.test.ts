import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ApiError, createClient } from '../../../../api';
import { testGateway } from '../../../../worker/gateway/testing/test-gateway';
import { runCommand } from '../../../support/gateway/run-command';
import { AgentKnowledgeUnderTest, byId, itemsOf } from '../../../support/nodes/agent-knowledge';
import { FIT, UNFIT } from './cases';
import { NotingService } from './service';

let service: NotingService;
let node: AgentKnowledgeUnderTest;

beforeAll(async () => {
	[service, node] = await Promise.all([NotingService.start(), AgentKnowledgeUnderTest.start()]);
});
beforeEach(() => {
	service.paths.length = 0;
	service.status = 404;
});
afterAll(() => Promise.all([service.close(), node.close()]));

const refusalSchema = z.object({
	status: z.int(),
	issues: z.array(z.object({ path: z.string(), message: z.string() })),
});

async function byClient(id: string, sourceId?: number) {
	const client = createClient({ baseUrl: service.url, apiKey: 'the-key' });
	const call =
		sourceId === undefined
			? client.call('getAgent', { params: { id } })
			: client.call('getSource', { params: { id, sourceId } });
	try {
		await call;
		return null;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return error;
	}
}

/** With values that come from the item, as most ids do. */
async function byNode(json: object, [resource, operation]: [string, string] = ['agent', 'get']) {
	const fields = Object.keys(json).map((name) => [name, `={{ $json.${name} }}`] as const);
	const locators = fields.map(([name, value]) => [name, PLAIN.has(name) ? value : byId(value)] as const);
	const parameters: INodeParameters = Object.fromEntries(locators);
	const options = { baseUrl: service.url, items: itemsOf({ ...json }) };
	const { error } = await node.run(resource, operation, parameters, options);
	return `${error?.message ?? ''} | ${error?.description ?? ''}`;
}

/** Fields without a list to choose from. */
const PLAIN = new Set(['conversationId']);

function startOf(type: string, input: object) {
	return {
		method: 'POST',
		url: `/v1/tasks/${type}`,
		headers: { 'idempotency-key': 'ids' },
		payload: { connection: 'main', ...input },
	};
}

describe.each(UNFIT)('%s', (_what, id, said) => {
	it('is refused by the client, with the name of the parameter', async () => {
		const error = await byClient(id);
		expect(error).toMatchObject({ type: 'invalid_input', outcome: 'refused', issues: [{ path: 'params.id' }] });
		expect(error?.issues[0]?.message).toMatch(said);
		expect(service.paths).toEqual([]);
	});

	it("is refused by the node, with the field's name", async () => {
		const words = await byNode({ agentId: id });
		expect(words).toMatch(/Agent/);
		expect(words).toMatch(said);
		expect(service.paths).toEqual([]);
	});

	it("is refused by the gateway before any task, with 400 and the field's name", async () => {
		const mail = { to: ['ada@client.example'], subject: 'Hi', content: 'Hi' };
		const { ask } = await testGateway({ baseUrl: service.url });
		for (const [type, input, path] of [
			['retrain-and-wait', { agentId: id }, 'agentId'],
			['lead-sync', { agentId: id, destination: 'none' }, 'agentId'],
			['nightly-retrain', { agentIds: ['agent_support', id] }, 'agentIds.1'],
			['lead-export', { agentIds: [id] }, 'agentIds.0'],
			['add-sources', { agentId: id, sources: [{ type: 'url', url: 'https://example.com' }] }, 'agentId'],
			['email-send-with-review', { ...mail, agentId: id }, 'agentId'],
			['email-send-with-review', { ...mail, agentId: 'agent_support', mailboxId: id }, 'mailboxId'],
		] as const) {
			const { status, body } = await ask(startOf(type, input));
			expect(refusalSchema.parse(body)).toEqual({
				status: 400,
				issues: [{ path, message: expect.stringMatching(said) as string }],
			});
			expect(status).toBe(400);
		}
		expect(service.paths).toEqual([]);
	});
});

test('the node keeps every id of a call in its place, and names its field', async () => {
	const agentId = 'agent_support';
	expect(await byNode({ agentId, sourceId: '..' }, ['source', 'get'])).toMatch(/Source.*is a whole number/);
	expect(await byNode({ agentId: '..', sourceId: '1' }, ['source', 'get'])).toMatch(/Agent.*step in the path/);
	expect(await byNode({ conversationId: '..' }, ['conversation', 'get'])).toMatch(/Conversation.*step in the path/);
	expect(await byNode({ agentId, mailboxId: 'half \ud83d' }, ['mailbox', 'get'])).toMatch(
		/Mailbox.*half of a character/,
	);
	expect(service.paths).toEqual([]);
});

test.each([400, 422])('an id that the service itself refuses with %i is no fault of the service', async (status) => {
	service.status = status;
	const { ask } = await testGateway({ baseUrl: service.url });
	expect(await ask(startOf('retrain-and-wait', { agentId: 'not-a-uuid' }))).toMatchObject({
		status: 400,
		body: { type: 'invalid_request', issues: [{ path: 'agentId' }] },
	});
});

test.each(['.', '..', 'half \ud83d'])('the command line sends nothing for the id %j', async (id) => {
	const gateway = await testGateway();
	for (const command of [
		['tasks', 'show', id],
		['tasks', 'cancel', id],
		['waits', 'show', id],
		['subscriptions', 'show', id],
		['schedules', 'show', id],
	])
		expect(await runCommand(gateway, command)).toMatchObject({
			code: 2,
			notes: expect.stringContaining('Nothing was sent') as string,
		});
});

test('an id that merely needs encoding arrives as it is', async () => {
	const { ask } = await testGateway({ baseUrl: service.url });
	const segments = () => service.paths.splice(0).map((path) => decodeURIComponent(path.split('/')[4] ?? ''));
	for (const id of FIT) {
		expect(await byClient(id)).toMatchObject({ status: 404 });
		expect(segments()).toEqual([id]);
		expect(await byNode({ agentId: id })).toContain('There is no such agent');
		expect(segments()).toEqual([id]);
		expect(await ask(startOf('retrain-and-wait', { agentId: id }))).toMatchObject({
			status: 404,
			body: { issues: [{ path: 'agentId' }] },
		});
		expect(segments()).toEqual([id]);
	}
});

test.each(['tasks', 'waits', 'subscriptions', 'persons'])(
	"an unfit id in a path of the gateway's %s is refused",
	async (what) => {
		const { ask } = await testGateway();
		for (const id of ['x'.repeat(1_001), 'x'.repeat(5_000), 'é'.repeat(501)]) {
			const { status, body } = await ask({ url: `/v1/${what}/${encodeURIComponent(id)}` });
			expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: 'id' }] } });
		}
		const climbing = await ask({ url: `/v1/${what}/..%2F..` });
		expect(climbing.status).toBe(404);
	},
);
