import type { IHttpRequestOptions, INodeParameters } from 'n8n-workflow';
import { eventually } from '../../support/time/eventually';
import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT } from './matrix/sample';
import { World } from './matrix/world';

let world: World;
let agent: string;
let session: string;
beforeAll(async () => {
	world = await World.start();
	agent = (await world.activeMailbox()).agent;
	session = await world.emailConversation(agent);
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

/** Every write that has a key of the service's own. */
const WRITES: Array<[name: string, resource: string, operation: string, fields: () => INodeParameters, key: string]> = [
	['chat', 'agent', 'chat', () => ({ ...AGENT, message: 'Do you ship to Norway?' }), 'clientMessageId'],
	[
		'a reply',
		'emailConversation',
		'reply',
		() => ({ ...AGENT, sessionId: session, content: 'Yes.' }),
		'idempotencyKey',
	],
	[
		'a conversation',
		'emailConversation',
		'create',
		() => ({ ...AGENT, email: 'ada@person.example', subject: 'Your order' }),
		'idempotencyKey',
	],
];

describe.each(WRITES)('the default key of %s', (_name, resource, operation, fields, keyField) => {
	/** @returns the keys that were sent, in their order */
	async function keysOf(options: { executionId: string; tries?: number; items?: number }): Promise<string[]> {
		const keys: string[] = [];
		const { items = 1, ...rest } = options;
		const { error } = await world.node.run(resource, operation, fields(), {
			...rest,
			items: itemsOf(...Array.from({ length: items }, () => ({ agent }))),
			onRequest: ({ body }: IHttpRequestOptions) => {
				const key: unknown = Reflect.get(Object(body), keyField);
				if (typeof key === 'string') keys.push(key);
			},
		});
		expect(error).toBeUndefined();
		return keys;
	}

	it('is another one in execution 1 of a new database of n8n', async () => {
		const [first] = await keysOf({ executionId: '1' });
		await eventually(
			() => keysOf({ executionId: '1' }),
			([second]) => expect([undefined, first]).not.toContain(second),
			'the time of the start is in the key',
		);
	});

	it('is the same at each try of one execution, and another one for each item', async () => {
		const fault = { kind: 'status', status: 500 } as const;
		const path = { chat: 'chat', reply: 'email/replies', create: 'email/conversations' }[operation] ?? '';
		await world.node.admin.addFault('POST', `/agents/${agent}/${path}`, fault, 1);
		const keys = await keysOf({ executionId: '2', tries: 3, items: 2 });
		expect(keys.length).toBeGreaterThan(2);
		expect(new Set(keys).size).toBe(2);
	});
});
