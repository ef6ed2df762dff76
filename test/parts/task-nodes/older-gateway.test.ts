import { VERSION } from '../../../worker/config';
import { callBack } from '../../support/task-nodes/callback';
import { run } from '../../support/task-nodes/engine';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { flowOf } from '../../support/task-nodes/flow';
import { PublishedTrigger } from '../../support/task-nodes/published-trigger';
import { publish } from '../../support/task-nodes/trigger-run';
import { VersionProxy } from '../../support/task-nodes/version-proxy';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const gateway = useTaskGateway();
let proxy: VersionProxy;
beforeAll(async () => {
	proxy = await VersionProxy.start(gateway.url);
});
beforeEach(() => {
	proxy.become({});
	gateway.credential.data.gatewayUrl = proxy.url;
});
afterAll(() => proxy.close());

const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const UPDATE = expect.stringContaining('Update agent-knowledge-worker') as string;

it('runs and waits for a task while it lacks only routes that this does not need', async () => {
	proxy.become({ lacks: [/ \/v1\/tasks\/check$/, / \/v1\/syncs/, / \/v1\/buckets$/, /\/actions\/\w+$/] });
	const execution = await run(waitingFlow(['agent_a'], { show: '={{ $json.status }}' }), gateway.credential);
	await gateway.end('agent_a', 'completed');
	gateway.endWaits('completed');
	const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
	expect(resumed?.shown('Done')).toEqual(['completed']);
});

it.each([
	['/v1/tasks/retrain-and-wait', ['agent_a'], 'has no such task type (404)', /no task type "retrain-and-wait"/],
	['/v1/tasks/check', ['agent_a', 'agent_b'], 'has no such task type (404)', /no task type "check"/],
	['/v1/waits/check', ['agent_a'], 'has no such route (404)', /does not serve POST \/v1\/waits\/check/],
])('starts nothing without %s, and names its version', async (route, agents, message, detail) => {
	proxy.become({ lacks: [new RegExp(`^POST ${route}$`)] });
	const { error } = await run(waitingFlow(agents), gateway.credential);
	expect(error?.message).toBe(`This gateway (version ${VERSION}) ${message}`);
	expect(error).toMatchObject({ description: expect.stringMatching(detail) as string });
	expect(error).toMatchObject({ description: UPDATE });
	expect(await gateway.tasks()).toEqual([]);
});

it('names its version where it lacks an action', async () => {
	proxy.become({ lacks: [/\/actions\/sync-now$/] });
	await run(waitingFlow(['agent_a'], { parameters: { waitForEnd: false } }), gateway.credential);
	const [task] = await gateway.tasks();
	const parameters = { resource: 'task', operation: 'syncNow', taskId: task?.id ?? '' };
	const { error } = await run(flowOf({ items: [{}], parameters }), gateway.credential);
	expect(error?.message).toBe('There is no such action (404)');
	expect(error).toMatchObject({ description: expect.stringContaining(`In this version (${VERSION})`) as string });
	expect(gateway.requests).toEqual([]);
});

it('lets no Synced Lead Trigger be published without syncs into flows', async () => {
	proxy.become({ lacks: [/ \/v1\/syncs/] });
	const parameters = { connection: locator('main'), agentId: locator('agent_a'), leadsFrom: 'all', options: {} };
	await expect(publish({ credential: gateway.credential, parameters })).rejects.toMatchObject({
		message: `This gateway (version ${VERSION}) has no such route (404)`,
		description: UPDATE,
	});
	expect(await gateway.tasks()).toEqual([]);
});

it('lets no Task Trigger be published with an event that it does not know, and keeps no subscription', async () => {
	const connection = { mode: 'list', value: '' };
	const trigger = new PublishedTrigger(gateway.credential, { events: ['task.failed', 'sync.paused'], connection });
	await expect(trigger.publish()).rejects.toThrow(
		new RegExp(
			`^Events: "sync.paused" is unknown to this gateway \\(version ${VERSION}\\); known are: task.completed, .*Update agent-knowledge-worker, or remove the event`,
		),
	);
	expect(gateway.subscriptions.all.size).toBe(0);
});
