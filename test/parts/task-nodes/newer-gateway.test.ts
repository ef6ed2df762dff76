import { eventually } from '../../support/time/eventually';
import { methods } from '../../../task-nodes/nodes/AgentKnowledgeTask/methods';
import { isRecord } from '../../../task-nodes/nodes/gateway/gateway-responses';
import { callBack } from '../../support/task-nodes/callback';
import { editorOf } from '../../support/task-nodes/editor';
import { run } from '../../support/task-nodes/engine';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { flowOf } from '../../support/task-nodes/flow';
import { PublishedTrigger } from '../../support/task-nodes/published-trigger';
import { publish } from '../../support/task-nodes/trigger-run';
import { VersionProxy, withAddedFields } from '../../support/task-nodes/version-proxy';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const ADDED = { since: '9.0.0' };
const gateway = useTaskGateway();
let proxy: VersionProxy;
beforeAll(async () => {
	proxy = await VersionProxy.start(gateway.url);
});
beforeEach(() => {
	proxy.become({ responds: withAddedFields });
	gateway.credential.data.gatewayUrl = proxy.url;
});
afterAll(() => proxy.close());

const locator = (value: string) => ({ __rl: true, mode: 'id', value });

/** Changes the tasks of a wait, and with them the wait. */
const changedWait = (wait: object, task: object) =>
	proxy.become({
		responds: (body, route) =>
			isRecord(body) && Array.isArray(body['tasks']) && route.startsWith('GET /v1/waits/')
				? { ...body, ...wait, tasks: body['tasks'].map((each: object) => ({ ...each, ...task })) }
				: body,
	});

/** Runs a flow that waits, until after the callback. */
async function afterCallback(show: string) {
	const execution = await run(waitingFlow(['agent_a'], { show, parameters: { simplify: false } }), gateway.credential);
	expect(execution.waiting).toBe(true);
	return { execution, callBack: () => callBack(execution, { waitId: gateway.onlyWait().id }) };
}

describe('fields that this version does not know', () => {
	it('change nothing of a task and its wait, and are passed on', async () => {
		const waiting = await afterCallback('={{ $json.status }} {{ JSON.stringify($json.result.addedLater) }}');
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const { resumed } = await waiting.callBack();
		expect(resumed?.shown('Done')).toEqual([`completed ${JSON.stringify(ADDED)}`]);
	});

	it.each([
		['Task, Get', { resource: 'task', operation: 'get', simplify: false }],
		['Task, Get Many', { resource: 'task', operation: 'getAll', simplify: false }],
		['Task, Cancel', { resource: 'task', operation: 'cancel', simplify: false }],
		['Task, Sync Now', { resource: 'task', operation: 'syncNow' }],
		['Task, Decide', { resource: 'task', operation: 'decide', decision: 'approve', version: 'h' }],
	])('are passed on by %s', async (_what, parameters) => {
		await run(waitingFlow(['agent_a'], { parameters: { waitForEnd: false } }), gateway.credential);
		const [task] = await gateway.tasks();
		const flow = flowOf({ items: [{}], parameters: { ...parameters, taskId: task?.id ?? '' } });
		const execution = await run(flow, gateway.credential);
		expect(execution.error).toBeUndefined();
		expect(execution.shown('Done').map((text) => JSON.parse(text) as unknown)).toMatchObject([{ addedLater: ADDED }]);
	});

	it('change no list of the editor', async () => {
		const editor = editorOf(gateway.credential, { agentId: 'agent_a' });
		const { listSearch, loadOptions } = methods;
		expect((await listSearch.searchConnections.call(editor)).results).toEqual([{ name: 'main', value: 'main' }]);
		expect((await listSearch.searchAgents.call(editor)).results).toHaveLength(3);
		expect(await loadOptions.getMailboxes.call(editor)).toHaveLength(2);
		expect(await loadOptions.getBuckets.call(editor)).toHaveLength(1);
	});

	it('come with the leads of a sync into a flow', async () => {
		const lead = {
			id: 1,
			agentId: 'agent_a',
			conversationId: 'c',
			name: 'Ada',
			email: 'ada@client.example',
			phone: null,
			city: '',
			country: '',
			countryCode: '',
			fields: {},
			capturedAt: '2026-11-01T00:00:00Z',
		};
		const parameters = { connection: locator('main'), agentId: locator('agent_a'), leadsFrom: 'all', options: {} };
		const flow = await publish({ credential: gateway.credential, parameters });
		const [sync] = await gateway.tasks();
		await gateway.handOuts.addLeads(sync?.id ?? '', gateway.blobs, [lead]);
		await eventually(() => flow.executions.length === 1, Boolean, 'An execution');
		expect(flow.shown[0]?.json).toEqual({ ...lead, fields: { addedLater: ADDED }, addedLater: ADDED });
		await flow.close();
		expect(flow.errors).toEqual([]);
	});
});

describe('a status or an outcome that this version does not know', () => {
	it.each([
		['Done', true],
		['Not Done', false],
	] as const)('leaves by %s as the gateway says, and is passed on', async (output, succeeded) => {
		const waiting = await afterCallback('={{ $json.status }}, {{ $json.outcome }}: {{ $json.reason }}');
		gateway.endWaits('completed');
		changedWait({}, { status: 'archived', outcome: 'half_done', succeeded, reason: 'As the gateway says.' });
		const { resumed } = await waiting.callBack();
		expect(resumed?.shown(output)).toEqual(['archived, half_done: As the gateway says.']);
	});

	it('is no end of a task while the gateway says of none', async () => {
		const waiting = await afterCallback('={{ $json.outcome }}: {{ $json.reason }}');
		gateway.endWaits('timed_out');
		changedWait({}, { status: 'paused', outcome: null, succeeded: null, reason: null });
		const { resumed } = await waiting.callBack();
		expect(resumed?.shown('Not Done')).toEqual([
			'paused: The task has not ended: its status is "paused". Stop Waiting After has passed.',
		]);
	});

	it('does not end a wait that is opened, and is an end when the gateway calls back', async () => {
		changedWait({ status: 'paused' }, {});
		const waiting = await afterCallback('={{ $json.status }}');
		await gateway.end('agent_a', 'completed');
		changedWait({ status: 'ended_by_operator' }, {});
		const { resumed } = await waiting.callBack();
		expect(resumed?.shown('Done')).toEqual(['completed']);
	});
});

it('passes on a task of a type and with a status that this version does not know', async () => {
	await run(waitingFlow(['agent_a'], { parameters: { waitForEnd: false } }), gateway.credential);
	const [task] = await gateway.tasks();
	const changed = { type: 'bake', status: 'paused', outcome: 'half_done', succeeded: null };
	proxy.become({ responds: (body) => (isRecord(body) ? { ...body, ...changed } : body) });
	const parameters = { resource: 'task', operation: 'get', taskId: task?.id ?? '' };
	const execution = await run(flowOf({ items: [{}], parameters }), gateway.credential);
	expect(execution.error).toBeUndefined();
	expect(execution.shown('Done').map((text) => JSON.parse(text) as unknown)).toMatchObject([
		{ id: task?.id, type: 'bake', status: 'paused', outcome: 'half_done' },
	]);
});

it('shows a refusal that this version does not know in the words of the gateway', async () => {
	const refusal = {
		type: 'kitchen_closed',
		title: 'The kitchen is closed',
		status: 404,
		detail: 'Come back at noon.',
		issues: [{ path: 'oven.door', message: 'is shut', code: 'oven_shut' }],
	};
	proxy.become({ lacks: [/retrain-and-wait$/], responds: (body, route) => (/wait$/.test(route) ? refusal : body) });
	const { error } = await run(waitingFlow(['agent_a']), gateway.credential);
	expect(error?.message).toBe('oven.door: is shut');
	expect(await gateway.tasks()).toEqual([]);
});

describe('an event that this version does not know', () => {
	const at = '2026-11-23T04:00:00.000Z';
	const task = { id: 'bake~1', type: 'bake', connection: 'main', agentId: 'agent_a', url: 'http://g/#task=1' };

	it.each<[string, object, object]>([
		['of a task', { task, oven: { door: 'shut' } }, { task, oven: { door: 'shut' } }],
		['of no task', { schedule: 'nightly' }, { schedule: 'nightly' }],
	])('%s starts the flow with its fields', async (what, data, fields) => {
		const connection = { mode: 'list', value: '' };
		const flow = new PublishedTrigger(gateway.credential, { events: ['task.failed'], connection });
		await flow.publish();
		const secrets = [gateway.subscriptions.only().secret];
		const body = { type: 'oven.opened', timestamp: at, data, ...ADDED };
		expect(await flow.receive({ id: `event ${what}`, body, secrets })).toEqual({
			status: 200,
			item: { event: 'oven.opened', eventId: `event ${what}`, at, isSample: false, ...fields },
		});
	});
});
