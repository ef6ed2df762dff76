import type { TaskEvent } from '../../../workflows/task/event';
import { eventually } from '../../support/time/eventually';
import { recordHistory } from '../replay/record-history';
import { ScriptedService } from './scripted-service';
import { AT, ERROR, failure, publishEvents, SubscribedEvents } from './subscribed-events';
import { useWorkers } from './use-workers';

const events = new SubscribedEvents();
const workers = useWorkers({
	continueAsNewAt: 120,
	internal: { ...new ScriptedService().internal, ...events.activities },
	connections: {},
});

const publish = (...all: TaskEvent[]) => publishEvents(workers.client, ...all);

test('thousands of failures do not make a history too long', async () => {
	events.add('flooded', { connection: 'flood' });
	await publish(failure('flood', 'first'));
	await events.untilTold('flooded', 1);
	const incident = workers.client.workflow.getHandle('incident/flooded/failed/flood/unauthorized');
	const { runId } = await incident.describe();
	// Failures that come at once share a turn of the workflow, so how many make a long history depends on the machine.
	let number = 0;
	await eventually(
		async () => {
			for (const end = number + 20; number < end; number += 1)
				await incident.signal('joinIncident', failure('flood', `${number}`));
			return (await incident.describe()).runId !== runId;
		},
		Boolean,
		'a new history',
	);
	const history = await incident.fetchHistory();
	const input = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
	const [subscription, event, state] = input.map(({ data }): unknown => JSON.parse(Buffer.from(data ?? []).toString()));
	expect([subscription, event]).toEqual(['flooded', null]);
	expect(state).toMatchObject({ messages: 1, told: 1, first: { task: { agentId: 'agent_0' } } });
	await recordHistory(workers.client, incident.workflowId, 'tell-incident.continued', runId);
});

test('causes, connections and types of tasks that have nothing in common are told apart', async () => {
	for (const connection of ['apart', 'apart-2']) events.add(`of ${connection}`, { connection });
	const timedOut = { status: 'timed_out', error: { ...ERROR, type: 'timed_out' } } as const;
	const other = failure('apart', 'e', timedOut);
	await publish(
		failure('apart', 'a'),
		failure('apart-2', 'b'),
		failure('apart', 'c', { error: { ...ERROR, type: 'not_found' } }),
		failure('apart', 'd', timedOut),
		{ ...other, task: { ...other.task, type: 'add-sources' } },
		// The service's own words can be of any kind and length.
		failure('apart', 'f', { error: { ...ERROR, type: `${'Ünknown / error '.repeat(40)}'"` } }),
	);
	const told = [...(await events.untilTold('of apart', 5)), ...(await events.untilTold('of apart-2', 1))];
	expect(told.map(({ task }) => task.agentId).sort()).toEqual(
		['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `agent_${name}`),
	);
	expect(told.every((event) => event.incident === undefined)).toBe(true);
});

test('a task that ended and needs a look is a failure to who subscribes to failures, and both to a program', async () => {
	const all = { connection: 'looked' };
	events.add('failures', all);
	events.add('completions', { ...all, events: ['task.completed'] });
	events.add('both', { ...all, events: ['task.completed', 'task.failed'] });
	events.add('signed', { ...all, format: 'events', events: ['task.completed', 'task.failed'] });
	const ended = {
		outcome: 'partly_failed',
		word: 'Some agents failed',
		tone: 'attention',
		needsAttention: true,
	} as const;
	const issues = [{ path: 'agent_b', message: 'The training run failed: The website is down.' }];
	await publish({
		id: 'nightly-retrain~n~run~completed',
		type: 'task.completed',
		at: AT,
		task: { id: 'nightly-retrain~n', type: 'nightly-retrain', connection: 'looked', agentId: null },
		data: {
			status: 'completed',
			succeeded: false,
			needsAttention: true,
			ended,
			cause: 'training_failed',
			error: {
				type: 'partly_failed',
				title: 'Some agents failed',
				status: 409,
				detail: '1 of 2 agents failed.',
				issues,
			},
		},
	});
	await events.untilTold('both', 1);
	const [failed] = await events.untilTold('failures', 1);
	expect(failed).toMatchObject({
		id: 'nightly-retrain~n~run~failed',
		type: 'task.failed',
		data: { status: 'completed', error: { issues } },
	});
	const typesTo = (id: string) => events.to(id).map(({ type }) => type);
	expect([typesTo('failures'), typesTo('completions'), typesTo('both')]).toEqual([
		['task.failed'],
		['task.completed'],
		['task.failed'],
	]);
	expect(typesTo('signed').sort()).toEqual(['task.completed', 'task.failed']);
});

test('what a person cancelled wakes nobody, and a program gets it', async () => {
	events.add('sleeper', { connection: 'cancelled' });
	events.add('awake', { connection: 'cancelled', format: 'events' });
	await publish(failure('cancelled', 'a', { status: 'cancelled', error: null }), failure('cancelled', 'b'));
	await events.untilTold('awake', 2);
	expect((await events.untilTold('sleeper', 1)).map(({ task }) => task.agentId)).toEqual(['agent_b']);
});
