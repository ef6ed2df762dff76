import { eventually, isThere } from '../../support/time/eventually';
import { notYet } from '../../../worker/temporal/not-yet';
import type { EachActivities, EndOfOne } from '../../../workflows/for-each-connection/activities';
import {
	type ForEachConnectionResult,
	forEachConnectionInputSchema,
} from '../../../workflows/for-each-connection/contract';
import type { WaitActivities } from '../../../workflows/waits/activities';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const SOON_MS = 50;

/** Connections whose tasks end as they are told. */
class ScriptedConnections {
	selected: string[] = [];
	/** Each once: an attempt that takes long is repeated. */
	readonly started: string[] = [];
	readonly stopped: Array<[taskId: string, time: number]> = [];
	readonly ends = new Map<string, EndOfOne>();
	/** Tasks whose ends were waited for. */
	readonly awaited = new Set<string>();
	stopsAtOnce = true;
	/** Connections whose task does not end when it is asked to stop. */
	readonly enduring = new Set<string>();
	/** Connections whose task was asked to stop before, and has not ended. */
	readonly stopping = new Set<string>();
	stopsTried = 0;
	stopsThatFail = 0;
	/** Whether no attempt to stop a task succeeds, and the next one would come after more than a week. */
	neverStops = false;
	/** The connection whose task begins only when it may. */
	slow = '';
	begin: () => void = () => undefined;
	private readonly mayBegin = new Promise<void>((resolve) => (this.begin = resolve));

	readonly activities: EachActivities = {
		selectedConnections: () => Promise.resolve(this.selected),
		awaitSelection: (_of, known) =>
			known.length === this.selected.length && known.every((name) => this.selected.includes(name))
				? Promise.reject(notYet('The same.', SOON_MS))
				: Promise.resolve([...this.selected]),
		startForConnection: async ({ connection }) => {
			if (connection === 'refused')
				return { taskId: null, error: { type: 'task_exists', title: 'There', detail: 'It is there.' } };
			if (this.stopping.has(connection)) return { taskId: connection, error: null, isStopping: true };
			const runs = this.started.includes(connection) && this.ends.get(connection)?.status !== 'cancelled';
			if (!runs) this.started.push(connection);
			if (connection === this.slow) await this.mayBegin;
			// It runs again.
			if (this.ends.get(connection)?.status === 'cancelled') this.ends.delete(connection);
			return { taskId: connection, error: null };
		},
		endsForConnections: (ids) =>
			Promise.resolve(ids.map((id) => this.ends.get(id) ?? { status: 'running', message: 'It runs.' })),
		stopForConnection: (id, time) => {
			this.stopsTried += 1;
			if (this.neverStops) return Promise.reject(notYet('Temporal refuses it.', 8 * 24 * 3_600_000));
			if (this.stopsTried <= this.stopsThatFail) return Promise.reject(new Error('Temporal is busy.'));
			this.stopped.push([id, time]);
			if (this.stopsAtOnce && !this.enduring.has(id)) this.end(id);
			return Promise.resolve();
		},
	};

	end(id: string): void {
		this.ends.set(id, { status: 'cancelled', message: 'It was stopped.' });
	}

	awaitTaskEnds([id = '']: string[]): Promise<void> {
		this.awaited.add(id);
		if (this.stopping.has(id)) return Promise.reject(notYet('It stops.', SOON_MS));
		return this.ends.has(id) ? Promise.resolve() : Promise.reject(notYet('It runs.', SOON_MS));
	}
}

let scripted = new ScriptedConnections();
const activities: EachActivities & WaitActivities = {
	awaitTaskEnds: (ids) => scripted.awaitTaskEnds(ids),
	selectedConnections: (of) => scripted.activities.selectedConnections(of),
	awaitSelection: (of, known) => scripted.activities.awaitSelection(of, known),
	startForConnection: (one) => scripted.activities.startForConnection(one),
	endsForConnections: (ids) => scripted.activities.endsForConnections(ids),
	stopForConnection: (id, time, run) => scripted.activities.stopForConnection(id, time, run),
};
const workers = useWorkers({
	continueAsNewAt: 40,
	internal: { ...new ScriptedService().internal, ...activities },
	connections: {},
});
beforeEach(() => {
	scripted = new ScriptedConnections();
});

function start(workflowId: string, given: object, timing: object = {}) {
	const input = forEachConnectionInputSchema.parse({ selector: 'client', ...given });
	return workers.client.workflow.start('forEachConnection', {
		workflowId,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen: { ...frozen, timing: { ...frozen.timing, ...timing } } }],
	});
}

const done: EndOfOne = { status: 'completed', message: 'All agents were retrained.' };
const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

describe('the paths of for-each-connection', () => {
	it('gives each connection its turn once, also one that comes meanwhile, over several histories', async () => {
		scripted.selected = [...names(12), 'refused'];
		const task = await start('each-all', { type: 'nightly-retrain', atOnce: 3 });
		await eventually(() => scripted.started.length === 3, Boolean, 'three turns');
		const first = (await workers.client.workflow.getHandle('each-all').describe()).runId;
		scripted.selected = [...scripted.selected, 'new'];
		for (const name of [...names(11), 'new']) scripted.ends.set(name, done);
		scripted.ends.set('c11', { status: 'not_done', message: 'No agent was retrained.' });
		const { counts, rows } = (await task.result()) as ForEachConnectionResult;
		expect(counts).toMatchObject({ completed: 12, not_done: 1, refused: 1, waiting: 0, running: 0 });
		expect(rows.at(-1)).toMatchObject({ connection: 'new', taskId: 'new', status: 'completed' });
		expect(rows.find(({ connection }) => connection === 'refused')).toMatchObject({ error: { type: 'task_exists' } });
		expect([...new Set(scripted.started)].toSorted()).toEqual([...names(12), 'new'].toSorted());
		expect((await workers.client.workflow.getHandle('each-all').describe()).runId).not.toBe(first);
		await recordHistory(workers.client, 'each-all', 'for-each-connection.v1.all');
	});

	it('waits for no connection that is no longer selected, and gives it no turn', async () => {
		scripted.selected = names(4);
		const task = await start('each-left', { type: 'nightly-retrain', atOnce: 2 });
		await eventually(() => scripted.awaited.size === 2, Boolean, 'two turns');
		scripted.selected = ['c1', 'c2'];
		await eventually(() => scripted.started.length === 3, Boolean, 'the turn of the next');
		for (const name of ['c1', 'c2']) scripted.ends.set(name, done);
		const { counts, rows } = (await task.result()) as ForEachConnectionResult;
		expect(rows.map(({ connection, status }) => [connection, status])).toEqual([
			['c0', 'left'],
			['c1', 'completed'],
			['c2', 'completed'],
			['c3', 'left'],
		]);
		expect(counts).toMatchObject({ completed: 2, left: 2, waiting: 0, running: 0 });
		expect([scripted.started.toSorted(), scripted.stopped]).toEqual([['c0', 'c1', 'c2'], []]);
		expect(rows[0]).toMatchObject({ taskId: 'c0', message: 'Its task continues by itself.' });
		await recordHistory(workers.client, 'each-left', 'for-each-connection.v1.left');
	});

	it('waits for no connection that leaves while its task begins', async () => {
		[scripted.selected, scripted.slow] = [['c0'], 'c0'];
		const task = await start('each-left-early', { type: 'nightly-retrain', atOnce: 2 });
		await eventually(() => scripted.started.length === 1, Boolean, 'its turn');
		// The next history looks at the selection again, so this is told within the first.
		const { runId } = await task.describe();
		scripted.selected = ['new'];
		scripted.ends.set('new', done);
		await eventually(() => scripted.awaited.has('new'), Boolean, 'the turn of the new one');
		scripted.begin();
		const { rows } = (await task.result()) as ForEachConnectionResult;
		expect(rows.map(({ connection, status }) => [connection, status])).toEqual([
			['c0', 'left'],
			['new', 'completed'],
		]);
		expect(rows[0]).toMatchObject({ taskId: 'c0', message: 'Its task continues by itself.' });
		expect((await workers.client.workflow.getHandle('each-left-early').describe()).runId).toBe(runId);
	});

	it('goes on with a connection that leaves and comes back while its task begins', async () => {
		[scripted.selected, scripted.slow] = [['c0'], 'c0'];
		const task = await start('each-back', { type: 'nightly-retrain', atOnce: 3 });
		await eventually(() => scripted.started.length === 1, Boolean, 'its turn');
		scripted.selected = ['new'];
		await eventually(() => scripted.awaited.has('new'), Boolean, 'a look without it');
		scripted.selected = ['c0', 'new', 'newer'];
		await eventually(() => scripted.awaited.has('newer'), Boolean, 'a look with it');
		for (const name of ['c0', 'new', 'newer']) scripted.ends.set(name, done);
		scripted.begin();
		const { rows } = (await task.result()) as ForEachConnectionResult;
		expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
		expect(scripted.started.toSorted()).toEqual(['c0', 'new', 'newer']);
	});

	it.each([
		['lead-sync', { agentId: 'a', destination: 'crm' }],
		['nightly-retrain', {}],
	])('stops a %s that begins as it is cancelled, and begins no other', async (type, input) => {
		[scripted.selected, scripted.slow] = [names(3), 'c0'];
		const task = await start(`each-cancelled-${type}`, { type, input, ...(type === 'lead-sync' ? {} : { atOnce: 1 }) });
		await eventually(() => scripted.started.length === 1, Boolean, 'a start');
		await task.cancel();
		const isCancelRequested = async () => {
			const { events } = await task.fetchHistory();
			return events?.some((event) => event.workflowExecutionCancelRequestedEventAttributes) === true ? true : null;
		};
		await eventually(isCancelRequested, isThere, 'the cancellation');
		scripted.begin();
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
		expect([scripted.started, scripted.stopped.map(([id]) => id)]).toEqual([['c0'], ['c0']]);
	});

	it('has a sync for each that is selected, and stops the one that leaves, each time that it does', async () => {
		scripted.selected = ['one', 'two'];
		const task = await start('each-syncs', { type: 'lead-sync', input: { agentId: 'a', destination: 'crm' } });
		await eventually(() => scripted.started.length === 2, Boolean, 'two syncs');
		scripted.selected = ['two'];
		await eventually(() => scripted.stopped.length === 1, Boolean, 'the stop');
		scripted.selected = ['one', 'two'];
		await eventually(() => scripted.started.length === 3, Boolean, 'the sync that is back');
		scripted.selected = ['two'];
		await eventually(() => scripted.stopped.length === 2, Boolean, 'the second stop');
		expect(scripted.stopped).toEqual([
			['one', 1],
			['one', 2],
		]);
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
		expect(scripted.stopped.at(-1)).toEqual(['two', 1]);
		await recordHistory(workers.client, 'each-syncs', 'for-each-connection.v1.syncs');
	});

	it('says of each task that it has stopped how it was seen, also of one that does not stop', async () => {
		scripted.selected = ['late', 'ends', 'never'];
		for (const name of ['late', 'never']) scripted.enduring.add(name);
		const input = { agentId: 'a', destination: 'crm' };
		const task = await start('each-seen', { type: 'lead-sync', input }, { stopMs: 300 });
		await eventually(() => scripted.started.length === 3, Boolean, 'three syncs');
		scripted.selected = ['ends', 'never'];
		await eventually(() => scripted.stopped.length === 1, Boolean, 'the stop of the one that leaves');
		scripted.selected = ['ends', 'never', 'new'];
		// It is looked at again, because nobody has seen its end.
		await eventually(() => scripted.started.includes('new'), Boolean, 'another look');
		scripted.end('late');
		await task.cancel();
		const failure = (await task.result().catch((error: unknown) => error)) as { cause: { details: unknown[] } };
		const { rows, counts } = failure.cause.details[1] as ForEachConnectionResult;
		expect(rows.map(({ connection, status, message }) => [connection, status, message])).toEqual([
			['late', 'left', 'It was stopped.'],
			['ends', 'cancelled', 'It was stopped.'],
			['never', 'running', 'Its stop was requested, and it still runs.'],
			['new', 'cancelled', 'It was stopped.'],
		]);
		expect(counts).toMatchObject({ left: 1, cancelled: 2, running: 1 });
	});

	it('ends in words if a sync cannot be asked to stop for more than a week', async () => {
		scripted.selected = ['one'];
		scripted.neverStops = true;
		const input = { agentId: 'a', destination: 'crm' };
		const task = await start('each-never-stops', { type: 'lead-sync', input });
		await eventually(() => scripted.started.length === 1, Boolean, 'the sync');
		await task.cancel();
		const last = 'stopForConnection did not succeed in time. Its last error: Temporal refuses it.';
		await expect(task.result()).rejects.toMatchObject({
			cause: { type: 'step_timed_out', message: expect.stringContaining(last) as string },
		});
	});

	it.each([
		['lead-sync', { agentId: 'a', destination: 'crm' }],
		['nightly-retrain', {}],
	])('starts a %s that still stops from before once it has ended, and delays no other', async (type, input) => {
		scripted.selected = ['one', 'two'];
		scripted.stopping.add('one');
		const task = await start(`each-stopping-${type}`, { type, input });
		await eventually(() => scripted.started.includes('two'), Boolean, 'the other one');
		await eventually(() => scripted.awaited.has('one'), Boolean, 'its end is awaited');
		expect(scripted.started).toEqual(['two']);
		scripted.stopping.delete('one');
		scripted.end('one');
		await eventually(() => scripted.started.includes('one'), Boolean, 'its start');
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
		expect(scripted.stopped.map(([id]) => id).toSorted()).toEqual(['one', 'two']);
	});

	it('stops all syncs that leave at the same time, however long one takes', async () => {
		scripted.selected = names(3);
		scripted.stopsAtOnce = false;
		const task = await start('each-slow', { type: 'lead-sync', input: { agentId: 'a', destination: 'crm' } });
		await eventually(() => scripted.started.length === 3, Boolean, 'three syncs');
		scripted.selected = ['c2', 'new'];
		// One after the other, the second would begin after a minute.
		await eventually(() => scripted.stopped.length === 2, Boolean, 'both stops');
		for (const name of names(2)) scripted.end(name);
		await eventually(() => scripted.started.includes('new'), Boolean, 'the new one');
		scripted.stopsAtOnce = true;
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
	});

	it('stops a sync that was just leaving when all is cancelled', async () => {
		[scripted.selected, scripted.stopsThatFail] = [['one', 'two'], 1];
		const task = await start('each-leaving', { type: 'lead-sync', input: { agentId: 'a', destination: 'crm' } });
		await eventually(() => scripted.started.length === 2, Boolean, 'two syncs');
		scripted.selected = ['two'];
		// The next attempt is a second away.
		await eventually(
			() => scripted.stopsTried,
			(seen) => seen === 1,
			'a stop that fails',
		);
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
		expect(scripted.stopped.map(([id]) => id).toSorted()).toEqual(['one', 'two']);
	});

	it('stops what it has started when it is cancelled', async () => {
		scripted.selected = names(4);
		const task = await start('each-cancelled', { type: 'lead-export', atOnce: 2 });
		await eventually(() => scripted.awaited.size === 2, Boolean, 'two looks');
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
		expect(scripted.stopped.map(([id]) => id).toSorted()).toEqual(['c0', 'c1']);
		expect(scripted.started).toHaveLength(2);
		await recordHistory(workers.client, 'each-cancelled', 'for-each-connection.v1.cancelled');
	});
});
