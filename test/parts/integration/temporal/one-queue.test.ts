import { temporal } from '@temporalio/proto';
import { API_QUEUE } from '../../../../workflows/task-queues';
import { Platform } from '../../../support/temporal/start-platform';

const { TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

/** Of a limit of 60 a minute, in calls a second: the pace of a key of weight 1. */
const PACE = 0.97;
/** The platform's limit is 6,000 calls a minute, with a share of 1. A read of pages makes ten calls. */
const WEIGHT = 100 / PACE;
const WEIGHT_OF_PAGES = WEIGHT / 10;

let platform: Platform;
beforeAll(async () => {
	platform = await Platform.start({ clockFactor: 1000, fairness: 'auto' });
});
afterAll(() => platform.stop());

/** How fast they arrive is a matter of test/system/operations-drills/one-queue.test.ts. */
it('calls wait in one queue, with the connection as their key and a weight that the server multiplies to its limit', async () => {
	const task = await platform.retrain('one queue');
	expect(await platform.ended(task.id)).toMatchObject({ status: 'completed' });
	const { client } = platform;
	const { events } = await client.workflow.getHandle(task.id).fetchHistory();
	const calls = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: call }) =>
		call?.taskQueue?.name === API_QUEUE ? [call.priority] : [],
	);
	expect(new Set(calls.map((call) => call?.fairnessKey))).toEqual(new Set(['sandbox']));
	const weights = [...new Set(calls.map((call) => call?.fairnessWeight ?? 0))].toSorted((one, other) => other - one);
	expect(weights[0]).toBeCloseTo(WEIGHT, 3);
	for (const weight of weights.slice(1)) expect(weight).toBeCloseTo(WEIGHT_OF_PAGES, 3);
	const { config } = await client.workflowService.describeTaskQueue({
		namespace: client.options.namespace,
		taskQueue: { name: API_QUEUE },
		taskQueueType: TASK_QUEUE_TYPE_ACTIVITY,
		reportConfig: true,
	});
	expect(config?.fairnessKeysRateLimitDefault?.rateLimit?.requestsPerSecond).toBeCloseTo(PACE, 3);
});
