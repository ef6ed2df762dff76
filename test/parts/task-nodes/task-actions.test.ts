import { run } from '../../support/task-nodes/engine';
import { type TestFlow, flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const gateway = useTaskGateway();
let taskId: string;
beforeEach(async () => {
	await run(waitingFlow(['agent_a'], { parameters: { waitForEnd: false } }), gateway.credential);
	taskId = (await gateway.tasks())[0]?.id ?? '';
});

async function runWith(parameters: TestFlow['parameters'], startedAt?: number) {
	const flow = flowOf({ items: [{}], parameters: { resource: 'task', taskId, ...parameters } });
	const execution = await run(flow, gateway.credential, { startedAt });
	const items = execution.data.resultData.runData['Task']?.[0]?.data?.['main']?.[0] ?? [];
	return { error: execution.error, items: items.map(({ json }) => json) };
}

describe('Decide', () => {
	it('decides on the version that the person saw', async () => {
		const { items } = await runWith({
			operation: 'decide',
			decision: 'approve',
			version: 'the-hash',
			options: { by: 'Ada', note: 'Fine' },
		});
		expect(items).toMatchObject([{ id: taskId, decision: { action: 'approve', by: 'Ada', note: 'Fine' } }]);
		await runWith({ operation: 'decide', decision: 'reject', version: 'an-older-hash' });
		expect(gateway.requests).toMatchObject([
			{ id: taskId, action: 'approve', hash: 'the-hash' },
			{ action: 'reject', hash: 'an-older-hash' },
		]);
	});

	it.each([
		['an event', { hash: 'seen', question: 2 }],
		['Get Review', { question: { hash: 'seen', kind: 'approval' } }],
		['an edit', { decision: { action: 'edit', hash: 'older' }, next: { hash: 'seen' } }],
	])('takes the version from the item of %s', async (_of, item) => {
		const flow = flowOf({
			items: [item],
			parameters: { resource: 'task', taskId, operation: 'decide', decision: 'approve' },
		});
		await run(flow, gateway.credential);
		expect(gateway.requests).toMatchObject([{ action: 'approve', hash: 'seen' }]);
	});

	it('never decides on a version that nobody named', async () => {
		const { error } = await runWith({ operation: 'decide', decision: 'approve' });
		expect([error?.message, gateway.requests]).toEqual([expect.stringContaining('"Version"'), []]);
	});

	it('edits only what is filled in', async () => {
		await runWith({
			operation: 'decide',
			decision: 'edit',
			version: 'the-hash',
			content: 'It comes on Monday.',
			cc: 'bob@client.example',
		});
		const draft = { to: ['ada@client.example'], cc: ['bob@client.example'], subject: 'Your order' };
		expect(gateway.requests).toMatchObject([{ action: 'edit', draft: { ...draft, content: 'It comes on Monday.' } }]);
	});

	it.each(['confirm_sent', 'retry_same_key', 'abandon'])('settles an uncertain email by %s', async (decision) => {
		await runWith({ operation: 'decide', decision, version: 'the-hash' });
		expect(gateway.requests).toMatchObject([{ action: decision }]);
	});
});

it('Get Review shows the email and the version to decide on', async () => {
	const { items } = await runWith({ operation: 'getReview' });
	const draft = { to: ['ada@client.example'], cc: [], subject: 'Your order', content: 'It comes on Tuesday.' };
	expect(items).toMatchObject([{ id: taskId, draft, question: { kind: 'approval', hash: 'the-hash' }, decisions: [] }]);
	expect(items[0]).not.toHaveProperty('taskId');
});

it('Retry starts a task again, once for a key', async () => {
	const startedAt = Date.UTC(2026, 0, 1);
	expect((await runWith({ operation: 'retry' }, startedAt)).items).toMatchObject([{ id: taskId }]);
	await runWith({ operation: 'retry' }, startedAt);
	const [first, second] = gateway.requests;
	expect(second).toEqual(first);
});

describe('actions of a running sync', () => {
	beforeEach(async () => {
		for (const task of await gateway.tasks()) Object.assign(task, { type: 'lead-sync' });
	});

	it('Sync Now asks for new leads, or for all since a day', async () => {
		expect((await runWith({ operation: 'syncNow' })).items).toMatchObject([
			{ id: taskId, message: expect.any(String) as string },
		]);
		await runWith({ operation: 'syncNow', options: { from: '2026-01-31T00:00:00' } });
		expect(gateway.requests).toMatchObject([
			{ action: 'sync-now', input: {} },
			{ action: 'sync-now', input: { from: '2026-01-31' } },
		]);
	});

	it('Retry Refused Leads names the leads, or means all', async () => {
		await runWith({ operation: 'retryRefused' });
		await runWith({ operation: 'retryRefused', options: { leadIds: '17, 23' } });
		expect(gateway.requests).toMatchObject([
			{ action: 'retry-refused', input: {} },
			{ action: 'retry-refused', input: { leadIds: [17, 23] } },
		]);
	});

	it('Retry Refused Leads refuses what is no ID', async () => {
		const { error } = await runWith({ operation: 'retryRefused', options: { leadIds: '17, x' } });
		expect(error?.message).toBe('The field "Lead IDs" must have numbers, but has "x"');
		expect(gateway.requests).toEqual([]);
	});
});

describe('Get Many', () => {
	it('gives an item for each task, with its page', async () => {
		const { items } = await runWith({ operation: 'getAll', filters: { status: 'running' } });
		expect(items).toMatchObject([{ id: taskId, status: 'running', page: expect.any(String) as string }]);
	});

	it.each([
		[{ mode: 'list', value: 'agent_a' }, { agentId: 'agent_a' }],
		[{ mode: 'id', value: ' agent_b ' }, { agentId: 'agent_b' }],
		[{ mode: 'list', value: '' }, {}],
	])('filters by the agent %j', async (chosen, sent) => {
		await runWith({ operation: 'getAll', filters: { agentId: { __rl: true, ...chosen } } });
		expect(gateway.lists).toHaveLength(1);
		expect(gateway.lists[0]).toMatchObject(sent);
		expect(Object.hasOwn(gateway.lists[0] ?? {}, 'agentId')).toBe('agentId' in sent);
	});

	it.each([
		['2026-11-21T08:00:00', '2026-11-21T13:00:00.000Z'],
		['2026-11-21T08:00:00+01:00', '2026-11-21T07:00:00.000Z'],
		['2026-11-21', '2026-11-21T05:00:00.000Z'],
		['={{ DateTime.fromISO("2026-11-21T08:00:00Z") }}', '2026-11-21T08:00:00.000Z'],
	])('filters by the start %s, in the time zone of the workflow', async (startedFrom, sent) => {
		const { error } = await runWith({ operation: 'getAll', filters: { startedFrom } });
		expect(error).toBeUndefined();
		expect(gateway.lists).toMatchObject([{ startedFrom: sent }]);
	});

	it.each([
		[{ startedFrom: 'soon' }, 'The field "Started After" must be a time such as 2026-01-31T08:00:00, but is "soon"'],
		[{ agentId: { __rl: true, mode: 'id', value: '={{ ({}) }}' } }, 'The field "Agent" must be text, but is "{}"'],
	])('names the filter with a wrong value: %j', async (filters, message) => {
		const { error } = await runWith({ operation: 'getAll', filters });
		expect([error?.message, gateway.lists]).toEqual([message, []]);
	});

	it('names a filter that the gateway refuses', async () => {
		const { error } = await runWith({ operation: 'getAll', filters: { status: 'asleep' } });
		expect(error?.message).toContain('status');
	});
});

describe('Simplify', () => {
	it('puts what people use at the top, and the rest below details, where it is in the whole task', async () => {
		await gateway.end('agent_a', 'completed');
		const [simple] = (await runWith({ operation: 'get' })).items;
		const [whole] = (await runWith({ operation: 'get', simplify: false })).items;
		expect(simple).toMatchObject({ id: taskId, status: 'completed', outcome: 'finished', pagesCompleted: 3 });
		expect(simple).toMatchObject({ details: { result: { run: { pagesTotal: 3 }, waitedSeconds: 1 } } });
		expect(whole).toMatchObject({ result: { run: { pagesTotal: 3 }, waitedSeconds: 1, audit: {} } });
		expect(JSON.stringify(simple)).not.toContain('audit');
	});
});

it('Get gives the link to the review of a task that waits for a person', async () => {
	const email = { type: 'email-send-with-review', stage: 'reviewing' };
	for (const task of await gateway.tasks()) Object.assign(task, email);
	const [item] = (await runWith({ operation: 'get' })).items;
	expect(item).toMatchObject({ review: expect.stringMatching(`^${gateway.url}/review/.`) as string });
});
