import { ago } from '../../../test/support/time/moments';
import type { Overview } from '../../tasks/overview';
import type { TaskTimeline } from '../../tasks/timeline';
import type { TaskView } from '../../tasks';
import { inMemorySubscriptions } from '../testing/in-memory-services';
import { useTestGateway } from '../testing/test-gateway';

const { serve, ask } = useTestGateway();

const AT = '2026-11-23T02:00:00.000Z';
const DAY_MS = 24 * 3_600_000;
const FAILED: TaskView = {
	id: 'retrain-and-wait~1',
	type: 'retrain-and-wait',
	connection: 'main',
	agentId: 'agent_a',
	status: 'failed',
	stage: 'failed',
	progress: null,
	startedAt: AT,
	closedAt: AT,
	result: null,
	error: null,
	reason: 'Not found: There is no such agent.',
};
const NONE = { count: 0, items: [] };
const OVERVIEW: Overview = {
	waiting: NONE,
	running: NONE,
	blockedSyncs: NONE,
	failed: { count: 7, items: [FAILED] },
	schedules: {
		count: 1,
		items: [
			{
				schedule: { id: 'nightly', type: 'nightly-retrain', connection: 'main', timeZone: 'UTC', paused: false },
				trouble: 'missed',
				taskId: 'nightly-retrain~1',
				dueAt: AT,
				message: 'Two runs were missed.',
			},
		],
	},
};

test('the overview has counts, the first few tasks, and why a task failed', async () => {
	const read = vi.fn((_since: Date) => Promise.resolve(OVERVIEW));
	const undelivered = () =>
		Promise.resolve([
			{ subscriptionId: 'subscription~a', count: 2, since: '2026-11-23T03:00:00.000Z' },
			{ subscriptionId: 'subscription~b', count: 1, since: AT },
		]);
	const subscriptions = { ...inMemorySubscriptions(), undelivered };
	serve({ overview: { read }, subscriptions });
	const since = ago(DAY_MS / 2).toISOString();
	const { status, body } = await ask({ url: `/v1/overview?since=${since}` });
	expect(status).toBe(200);
	expect(read).toHaveBeenCalledWith(new Date(since), undefined);
	expect(body).toMatchObject({
		since,
		failed: { count: 7, items: [{ id: FAILED.id, reason: 'Not found: There is no such agent.' }] },
		schedules: { count: 1, items: [{ id: 'nightly', trouble: 'missed', taskId: 'nightly-retrain~1' }] },
		undelivered: { count: 3, subscriptions: 2, since: AT },
	});
	expect(JSON.stringify(body)).not.toContain('"error"');
});

test('without a time, failures of the last 24 hours count', async () => {
	const read = vi.fn((_since: Date) => Promise.resolve(OVERVIEW));
	serve({ overview: { read } });
	vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(AT) });
	await ask({ url: '/v1/overview' }).finally(() => vi.useRealTimers());
	expect(read.mock.calls).toEqual([[new Date(Date.parse(AT) - DAY_MS), undefined]]);
});

test.each(['yesterday', '2020-01-01T00:00:00Z', '2026-11-23'])('a time of "%s" is refused', async (since) => {
	const { status, body } = await ask({ url: `/v1/overview?since=${since}` });
	expect(status).toBe(400);
	expect(body).toMatchObject({ issues: [{ path: 'since' }] });
});

test('a timeline is read by the id of its task, and an unknown task is refused', async () => {
	const timeline: TaskTimeline = { entries: [], apiCalls: 3, cut: true };
	const read = vi.fn((_id: string) => Promise.resolve(timeline));
	serve({ timelines: { read } });
	expect((await ask({ url: '/v1/tasks/lead-sync~1/timeline' })).body).toEqual(timeline);
	expect(read).toHaveBeenCalledWith('lead-sync~1', undefined);
	serve();
	expect(await ask({ url: '/v1/tasks/lead-sync~1/timeline' })).toMatchObject({
		status: 404,
		body: { type: 'task_not_found' },
	});
});

test.each(["o'brien", 'a"b', 'a\\b', 'x'.repeat(256), ' '])(
	'a search for %j is refused with a sentence',
	async (text) => {
		const { status, body } = await ask({ url: `/v1/tasks?search=${encodeURIComponent(text)}` });
		expect(status).toBe(400);
		expect(body).toMatchObject({ issues: [{ path: 'search' }] });
	},
);

test('a search reaches the list of tasks', async () => {
	expect((await ask({ url: '/v1/tasks?search=agent_a&parent=nightly-retrain~n-2026-11-20T03:00:00Z' })).status).toBe(
		200,
	);
});

test('a list takes one id or several, and none that is no id', async () => {
	expect((await ask({ url: '/v1/tasks?id=lead-sync~a' })).status).toBe(200);
	expect((await ask({ url: '/v1/tasks?id=lead-sync~a&id=lead-sync~b' })).status).toBe(200);
	const refused = await ask({ url: `/v1/tasks?id=lead-sync~a&id=${encodeURIComponent("b') OR ('")}` });
	expect(refused.status).toBe(400);
	expect(refused.text).toContain('is not the id of a task');
});
