import type { TaskView } from '../task-view';
import { ofConnection, ofFailures, ofSyncs, ofWaiting, stillOpen } from './open-incidents';

const AT = '2026-11-27T09:00:00.000Z';
const EARLIER = '2026-11-27T08:00:00.000Z';

function task(id: string, more: Partial<TaskView> = {}): TaskView {
	return {
		id,
		type: 'lead-sync',
		connection: 'main',
		agentId: null,
		status: 'running',
		stage: 'syncing',
		progress: null,
		startedAt: AT,
		closedAt: null,
		error: null,
		result: null,
		...more,
	};
}

test('a connection of which people were told that it works again is open no more, but one that failed again is', () => {
	const failing = (connection: string, since: string) =>
		ofConnection(
			{ connection, since, cause: 'key_refused', reason: '', blocks: { syncs: 0, tasks: 0, schedules: 0 } },
			{ syncs: 0, tasks: 0, schedules: 0 },
		);
	const again = { connection: 'main', title: '', since: EARLIER, recoveredAt: AT, taskId: null };
	const open = stillOpen(
		[failing('main', EARLIER), failing('main', AT), failing('other', EARLIER)],
		[
			{ ...again, kind: 'connection' },
			{ ...again, kind: 'sync', connection: 'other' },
		],
	);
	expect(open.map(({ connection, since }) => [connection, since])).toEqual([
		['main', AT],
		['other', EARLIER],
	]);
});

const problem = { type: 'destination_held', title: 'The destination is unavailable', detail: 'It answered 503.' };
const blocked = (id: string, more: Partial<TaskView> = {}) =>
	task(id, { progress: { message: 'Blocked.', destination: 'crm', problem, dueAt: AT, at: AT }, ...more });

test('syncs that the same thing blocks are one incident, since the first of them stopped', () => {
	const older = { message: 'Blocked.', destination: 'crm', problem, dueAt: EARLIER, at: AT };
	const incidents = ofSyncs([
		blocked('one'),
		blocked('two', { progress: older }),
		blocked('of another', { connection: 'other' }),
		task('full', { stage: 'full', progress: { message: 'Too many refused.', destination: 'crm', at: AT } }),
	]);
	expect(incidents).toMatchObject([
		{
			connection: 'main',
			title: '2 syncs do not move: crm',
			reason: 'The destination is unavailable: It answered 503.',
			since: EARLIER,
			blocks: { syncs: 2, tasks: 0, schedules: 0 },
			taskId: null,
		},
		{ connection: 'other', title: '1 sync does not move: crm', taskId: 'of another' },
		{
			title: '1 sync does not move: crm',
			reason: 'Too many refused.',
			todo: expect.stringMatching(/refused leads/) as string,
		},
	]);
});

test('failed tasks are grouped by connection, type and end, and only the newest is read for its reason', async () => {
	const read: string[] = [];
	const ended = (id: string, more: Partial<TaskView> = {}) =>
		task(id, { type: 'retrain-and-wait', status: 'failed', closedAt: AT, ...more });
	const incidents = await ofFailures(
		[
			ended('newest'),
			ended('older', { closedAt: EARLIER }),
			ended('late', { status: 'timed_out' }),
			ended('elsewhere', { connection: 'other' }),
			ended('once', { type: 'add-sources' }),
		],
		(each) => {
			read.push(each.id);
			return Promise.resolve({ ...each, reason: `Why ${each.id} failed` });
		},
	);
	expect(read).toEqual(['newest', 'late', 'elsewhere', 'once']);
	expect(incidents[0]).toMatchObject({
		title: 'Retrain and wait: 2 tasks, failed',
		reason: 'The newest: Why newest failed',
		since: EARLIER,
		blocks: { tasks: 2 },
		taskId: null,
	});
	expect(incidents.slice(1).map(({ connection, taskId }) => [connection, taskId])).toEqual([
		['main', 'late'],
		['other', 'elsewhere'],
		['main', 'once'],
	]);
	expect(incidents.map(({ todo }) => /retry/.test(todo))).toEqual([true, true, true, false]);
});

test('tasks that wait for a person say so', () => {
	const waiting = task('mail', { type: 'email-send-with-review', stage: 'reviewing' });
	expect(ofWaiting([waiting])).toMatchObject([
		{ kind: 'decision', title: 'Send an email after approval: 1 task waits for a person', taskId: 'mail' },
	]);
});
