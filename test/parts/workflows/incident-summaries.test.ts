import type { tellIncident } from '../../../workflows/events/incident';
import type { TaskEvent } from '../../../workflows/task/event';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { eventually } from '../../support/time/eventually';
import { failure, SubscribedEvents } from './subscribed-events';
import { useTimeSkipping } from './use-time-skipping';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let events = new SubscribedEvents();
/** What happens while a workflow's turn, which starts a delivery, is on its way to the server. */
let meanwhile = nothing;
const time = useTimeSkipping(() => {
	events = new SubscribedEvents();
	events.add('people');
	meanwhile = nothing;
	return {
		internal: { ...events.activities },
		api: { idle: () => Promise.resolve() },
		beforeSent: async ({ data }) => {
			if (data !== undefined && data !== null && Buffer.from(data).includes('"subscriptionId":"people"'))
				await meanwhile();
		},
	};
});

function nothing(): Promise<void> {
	return Promise.resolve();
}

function open(workflowId: string) {
	return time.environment.client.workflow.start<typeof tellIncident>('tellIncident', {
		workflowId,
		taskQueue: INTERNAL_QUEUE,
		args: ['people', failure('main', 'first')],
	});
}

const told = () => events.to('people').map(({ incident }) => [incident?.count ?? 1, incident?.toldBefore ?? 0]);

test('a lone failure is told as it is, and those of the next hour in one summary', async () => {
	const incident = await open('incident/summary');
	await time.environment.sleep(MINUTE_MS);
	await eventually(
		() => events.to('people'),
		(seen) => expect(seen).toEqual([failure('main', 'first')]),
		'each event is published by a workflow of its own',
	);
	for (const name of ['a', 'b', 'c']) await incident.signal('joinIncident', failure('main', name));
	await time.environment.sleep(30 * MINUTE_MS);
	expect(events.to('people')).toHaveLength(1);
	await incident.result();
	expect(told()).toEqual([
		[1, 0],
		[3, 1],
	]);
	expect(events.to('people')[1]?.incident?.failures.map(({ agentId }) => agentId)).toEqual([
		'agent_a',
		'agent_b',
		'agent_c',
	]);
	await recordHistory(time.environment.client, 'incident/summary', 'tell-incident.summary');
});

const over = (name: string): TaskEvent => {
	const { id, at, task } = failure('main', name);
	const data = { status: 'completed', succeeded: true } as const;
	return { id: `${id}~over`, type: 'task.completed', at, task, data, mends: [task.id] };
};

test('once all that was told is over, the incident ends, and the next failure is told at once', async () => {
	const incident = await open('incident/relapse');
	await time.environment.sleep(MINUTE_MS);
	await incident.signal('joinIncident', failure('main', 'second'));
	await incident.signal('mendIncident', over('first'));
	await time.environment.sleep(MINUTE_MS);
	expect(told()).toEqual([[1, 0]]);
	const begun = await time.environment.currentTimeMs();
	await incident.signal('mendIncident', over('second'));
	await incident.result();
	const { closeTime } = await incident.describe();
	expect((closeTime?.getTime() ?? Infinity) - begun).toBeLessThan(HOUR_MS);
	// Nobody is told of what works again.
	expect(told()).toEqual([[1, 0]]);
	await recordHistory(time.environment.client, 'incident/relapse', 'tell-incident.mended');
	await open('incident/relapse');
	await time.environment.sleep(MINUTE_MS);
	await eventually(told, (seen) => expect(seen.slice(1)).toEqual([[1, 0]]), 'the next failure');
});

test('a summary tells what has not been mended since', async () => {
	const incident = await open('incident/partly-mended');
	await time.environment.sleep(MINUTE_MS);
	for (const name of ['a', 'b', 'c']) await incident.signal('joinIncident', failure('main', name));
	await incident.signal('mendIncident', over('a'));
	await incident.signal('mendIncident', over('c'));
	await incident.result();
	expect(told()).toEqual([
		[1, 0],
		[1, 1],
	]);
	expect(events.to('people')[1]).toMatchObject({
		task: failure('main', 'b').task,
		incident: { failures: [{ agentId: 'agent_b' }] },
	});
});

test('summaries come further and further apart, and the incident ends after a quiet pause', async () => {
	const incident = await open('incident/night');
	const hours = 10;
	for (let hour = 0; hour < hours; hour += 1) {
		await time.environment.sleep(HOUR_MS);
		await incident.signal('joinIncident', failure('main', `${hour}`));
	}
	await incident.result();
	const counts = told().map(([count]) => count ?? 0);
	expect(counts.reduce((sum, count) => sum + count, 0)).toBe(hours + 1);
	expect(counts.length).toBeLessThanOrEqual(4);
});

test('failures that keep coming delay the first message for two minutes at most', async () => {
	const incident = await open('incident/stream');
	// On a busy machine more time passes between two of them. The first message waits while that is less than 15 s.
	for (let second = 0; second < 180; second += 5) {
		await incident.signal('joinIncident', failure('main', `${second}`));
		await time.environment.sleep(5_000);
	}
	expect(told()[0]?.[0]).toBeGreaterThan(10);
	await incident.result();
	expect(told().reduce((sum, [count = 0]) => sum + count, 0)).toBe(37);
});

test('a failure that comes while a message starts is in the next one', async () => {
	meanwhile = async () => {
		meanwhile = nothing;
		await incident.signal('joinIncident', failure('main', 'meanwhile'));
	};
	const incident = await open('incident/meanwhile');
	await time.environment.sleep(10 * MINUTE_MS);
	await incident.signal('joinIncident', failure('main', 'later'));
	await incident.result();
	await recordHistory(time.environment.client, 'incident/meanwhile', 'tell-incident.meanwhile');
	expect(told()).toEqual([
		[1, 0],
		[2, 1],
	]);
	expect(events.to('people')[1]?.incident?.failures.map(({ agentId }) => agentId)).toEqual([
		'agent_meanwhile',
		'agent_later',
	]);
});
