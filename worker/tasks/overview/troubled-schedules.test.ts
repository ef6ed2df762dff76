import type { ScheduleSummaryView } from '../schedules';
import { taskNotFound } from '../task-problems';
import type { TaskView } from '../task-view';
import { TroubledSchedules } from './troubled-schedules';

const DUE = '2026-11-23T02:00:00.000Z';
const ERROR = { type: 'not_found', title: 'Not found', status: 404, detail: 'There is no such agent.', issues: [] };

function scheduled(id: string, ...taskIds: string[]): ScheduleSummaryView {
	return {
		id,
		type: 'nightly-retrain',
		connection: 'main',
		cron: ['0 2 * * *'],
		timeZone: 'UTC',
		jitterSeconds: 0,
		paused: false,
		note: null,
		next: [],
		clockWarnings: [],
		recent: taskIds.map((taskId) => ({ taskId, dueAt: DUE, startedAt: DUE })),
	};
}

function task(id: string, more: Partial<TaskView> = {}): TaskView {
	return {
		id,
		type: 'nightly-retrain',
		connection: 'main',
		agentId: null,
		status: 'completed',
		stage: 'completed',
		progress: null,
		startedAt: DUE,
		closedAt: DUE,
		error: null,
		result: {
			version: 1,
			connection: 'main',
			schedule: null,
			rows: [],
			counts: { completed: 0, failed: 0, timed_out: 0, cancelled: 0, not_started: 0 },
		},
		...more,
	};
}

function troubleIn(schedules: ScheduleSummaryView[], tasks: TaskView[]) {
	const get = (id: string) => {
		const found = tasks.find((each) => each.id === id);
		return found === undefined ? Promise.reject(taskNotFound(id)) : Promise.resolve(found);
	};
	return new TroubledSchedules({ schedules: { list: () => Promise.resolve(schedules) }, tasks: { get } }).read();
}

test('the last run that has ended counts, not the one that runs and not the one before', async () => {
	const tasks = [
		task('failed', { status: 'failed', error: ERROR, result: null }),
		task('running', { status: 'running', closedAt: null, result: null }),
		task('good'),
	];
	const items = await troubleIn(
		[scheduled('bad', 'good', 'failed', 'running'), scheduled('fine', 'failed', 'good'), scheduled('new')],
		tasks,
	);
	expect(items).toHaveLength(1);
	expect(items).toMatchObject([{ schedule: { id: 'bad' }, trouble: 'failed', taskId: 'failed', dueAt: DUE }]);
	expect(items[0]?.message).toContain('There is no such agent.');
});

test('a run without a worker was missed, and so were runs before one that succeeded', async () => {
	const late = { ...ERROR, type: 'slept_through', detail: 'The first worker came too late.' };
	const schedule = { id: 'b', dueAt: DUE, missed: 2, skipped: 0, inAll: { missed: 2, skipped: 0 } };
	const after = { ...task('after').result, schedule };
	const items = await troubleIn(
		[scheduled('a', 'late'), scheduled('b', 'after')],
		[task('late', { status: 'failed', error: late, result: null }), task('after', { result: after })],
	);
	expect(items.map((item) => [item.schedule.id, item.trouble, item.message])).toEqual([
		['a', 'missed', 'The first worker came too late.'],
		['b', 'missed', '2 runs were missed before the last one, which succeeded.'],
	]);
});

test('a run that somebody cancelled, and one that is no longer kept, are no trouble', async () => {
	const cancelled = task('cancelled', { status: 'cancelled', stage: 'cancelled', result: null });
	expect(await troubleIn([scheduled('a', 'cancelled'), scheduled('b', 'gone')], [cancelled])).toEqual([]);
});
