import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { ago, now } from '../../test/support/time/moments';
import { countActivities } from './count-activities';
import { Metrics } from './metrics';

const MINUTE_MS = 60_000;

/** What is counted of one attempt, so long after the first was due. */
async function countedOf(activityType: string, sinceDueMs: number): Promise<string> {
	const metrics = new Metrics();
	const scheduledTimestampMs = ago(sinceDueMs).getTime();
	const info = {
		activityType,
		taskQueue: 'q',
		scheduledTimestampMs,
		currentAttemptScheduledTimestampMs: now().getTime(),
	};
	const { inbound } = countActivities(metrics)(new MockActivityEnvironment(info).context);
	const failing = () => Promise.reject(ApplicationFailure.retryable('The receiver answered 503.', 'not_taken_yet'));
	await expect(inbound?.execute?.({ args: [], headers: {} }, failing)).rejects.toThrow('503');
	return metrics.registry.getSingleMetricAsString('agent_knowledge_deliveries_total');
}

it('tells a delivery that has not been taken for half an hour from one that a restart of its receiver holds up', async () => {
	expect(await countedOf('postEvent', 29 * MINUTE_MS)).toContain('{kind="event",outcome="failed"} 1');
	// The seventh try of an event comes after 1820 s.
	expect(await countedOf('postEvent', 1820_000)).toContain('{kind="event",outcome="overdue"} 1');
	expect(await countedOf('deliver', 31 * MINUTE_MS)).toContain('{kind="callback",outcome="overdue"} 1');
});
