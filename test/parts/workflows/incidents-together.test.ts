import type { EventData, TaskEvent } from '../../../workflows/task/event';
import { TOGETHER } from '../../support/temporal/soon';
import { recordHistory } from '../replay/record-history';
import { AT, failure, publishEvents, SubscribedEvents } from './subscribed-events';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const events = new SubscribedEvents();
events.timing = TOGETHER;
const workers = useWorkers({ internal: { ...new ScriptedService().internal, ...events.activities }, connections: {} });

const publish = (...all: TaskEvent[]) => publishEvents(workers.client, ...all);

const numbers = Array.from({ length: 10 }, (_, index) => `${index}`);
const agents = numbers.map((number) => `agent_${number}`);

// All wait for the same quiet, so they wait at the same time.
test.concurrent('ten failures of one cause are one message to people, and a signed event each to a program', async ({
	expect,
}) => {
	events.add('people', { connection: 'ten' });
	events.add('program', { connection: 'ten', format: 'events' });
	await publish(...numbers.map((number) => failure('ten', number)));
	await events.untilTold('program', 10);
	expect(
		events
			.to('program')
			.map(({ task }) => task.agentId)
			.sort(),
	).toEqual(agents);
	const [message, ...others] = await events.untilTold('people', 1);
	expect(others).toEqual([]);
	expect(message).toMatchObject({ type: 'task.failed', incident: { count: 10, toldBefore: 0 } });
	expect(message?.incident?.failures.map(({ agentId }) => agentId).sort()).toEqual(agents);
	expect(new Set(message?.incident?.failures.map(({ reason }) => reason))).toEqual(new Set(['Use another key.']));
	const { client } = workers;
	await recordHistory(client, `event/${message?.id}`, 'publish-event.incident');
	const joined = numbers.map((number) => failure('ten', number).id).find((id) => id !== message?.id);
	await recordHistory(client, `event/${joined}`, 'publish-event.joined');
});

test.concurrent('ten syncs that one destination blocks are one message', async ({ expect }) => {
	events.add('syncs', { connection: 'syncs', events: ['task.failed', 'sync.blocked'], format: 'teams' });
	await publish(
		...agents.map((agentId): TaskEvent => {
			const data: EventData['sync.blocked'] = {
				agentId,
				destination: 'crm',
				cause: 'destination',
				reason: 'It answered 503.',
				since: AT,
				leadsRefused: 0,
			};
			const task = { id: `lead-sync~${agentId}`, type: 'lead-sync', connection: 'syncs', agentId };
			return { id: `${task.id}~run~notice-1`, type: 'sync.blocked', at: AT, task, data };
		}),
	);
	await events.untilTold('syncs', 1);
	expect(events.to('syncs').map(({ incident }) => incident?.count)).toEqual([10]);
});

test.concurrent('tasks of many items that failed together name their agents and reasons in the one message', async ({
	expect,
}) => {
	events.add('nights', { connection: 'nights' });
	const ended = { outcome: 'failed', word: 'No agent retrained', tone: 'bad', needsAttention: true } as const;
	await publish(
		...['shop', 'blog'].map((name): TaskEvent => {
			const issues = Array.from({ length: 5 }, (_, index) => ({
				path: `agent_${name}_${index}`,
				message: 'The website is down.',
			}));
			const error = {
				type: 'none_done',
				title: ended.word,
				status: 409,
				detail: '0 of 5 agents were retrained.',
				issues,
			};
			return {
				id: `nightly-retrain~${name}~run~completed`,
				type: 'task.completed',
				at: AT,
				task: { id: `nightly-retrain~${name}`, type: 'nightly-retrain', connection: 'nights', agentId: null },
				data: { status: 'completed', succeeded: false, needsAttention: true, ended, error, cause: 'training_failed' },
			};
		}),
	);
	const [message] = await events.untilTold('nights', 1);
	const reasons = message?.incident?.failures.map(({ reason }) => reason).sort();
	const named = (name: string) =>
		[...[0, 1, 2].map((index) => `agent_${name}_${index}: The website is down.`), '2 more'].join('; ');
	expect(reasons).toEqual([named('blog'), named('shop')]);
});
