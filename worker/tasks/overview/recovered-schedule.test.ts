import type { Client } from '@temporalio/client';
import { searchAttributes } from '../../../workflows/task/visibility';
import { taskNotFound } from '../task-problems';
import type { TaskView } from '../task-view';
import { findScheduleTrouble } from './recovered-schedule';

const DUE = new Date('2026-11-23T02:00:00.000Z');
const ERROR = { type: 'not_found', title: 'Not found', status: 404, detail: 'There is no such agent.', issues: [] };

function task(id: string, more: Partial<TaskView> = {}): TaskView {
	const counts = { completed: 1, failed: 0, timed_out: 0, cancelled: 0, not_started: 0 };
	return {
		id,
		type: 'nightly-retrain',
		connection: 'main',
		agentId: null,
		status: 'completed',
		stage: 'completed',
		progress: null,
		startedAt: DUE.toISOString(),
		closedAt: DUE.toISOString(),
		error: null,
		result: { version: 1, connection: 'main', schedule: null, rows: [], counts },
		...more,
	};
}

const failed = task('failed', { status: 'failed', error: ERROR, result: null });
const TASKS = [
	failed,
	task('failed-later', { status: 'failed', error: ERROR, result: null }),
	task('good'),
	task('good-2'),
	task('cancelled', { status: 'cancelled', stage: 'cancelled', result: null }),
	task('running', { status: 'running', closedAt: null, result: null }),
	task('after-missed', {
		result: {
			...task('').result,
			schedule: { id: 'nights', dueAt: DUE.toISOString(), missed: 2, skipped: 0, inAll: { missed: 2, skipped: 0 } },
		},
	}),
];

/** @param runs of the schedule, oldest first, the last of which did what it should */
function troubleBefore(taskId: string, ...runs: string[]) {
	const description = {
		scheduleId: 'nights',
		spec: { calendars: [], timezone: 'UTC' },
		state: { paused: false },
		typedSearchAttributes: {
			get: ({ name }: { name: string }) => (name === searchAttributes.task.name ? 'nightly-retrain' : 'main'),
		},
		info: {
			nextActionTimes: [],
			recentActions: runs.map((run) => ({
				scheduledAt: DUE,
				takenAt: DUE,
				action: { type: 'startWorkflow', workflow: { workflowId: run, firstExecutionRunId: `run-of-${run}` } },
			})),
		},
	};
	const client = {
		schedule: { getHandle: () => ({ describe: () => Promise.resolve(description) }) },
	} as unknown as Client;
	const get = (id: string) => {
		const found = TASKS.find((each) => each.id === id);
		return found === undefined ? Promise.reject(taskNotFound(id)) : Promise.resolve(found);
	};
	return findScheduleTrouble(client, { get }, 'nights', taskId);
}

test('the last run before that ended counts: neither a good one, nor one that a person cancelled, nor one that runs', async () => {
	const found = {
		failedTaskId: 'failed',
		failedRunId: 'run-of-failed',
		trouble: 'failed',
		event: { id: 'failed~run-of-failed~failed', at: DUE.toISOString() },
	};
	expect(await troubleBefore('good', 'failed', 'good')).toMatchObject(found);
	expect(await troubleBefore('good', 'failed', 'cancelled', 'gone', 'running', 'good')).toMatchObject(found);
	expect(await troubleBefore('good', 'failed', 'good-2', 'good')).toBeNull();
	expect(await troubleBefore('good', 'good')).toBeNull();
});

test('two good runs that end at once name the same failed run, by which the event is one', async () => {
	const runs = ['failed', 'good', 'good-2'];
	expect((await troubleBefore('good', ...runs))?.failedRunId).toBe('run-of-failed');
	// By then the first of them has ended, or it names the same run.
	expect(await troubleBefore('good-2', ...runs)).toBeNull();
});

test('runs that were missed before one that succeeded are told by its digest', async () => {
	expect(await troubleBefore('good', 'after-missed', 'good')).toMatchObject({
		trouble: 'missed',
		reason: '2 runs were missed before the last one, which succeeded.',
		event: { id: 'after-missed~run-of-after-missed~digest' },
	});
});

test('a schedule that failed again within the minute has not recovered, and one without the run says nothing', async () => {
	expect(await troubleBefore('good', 'failed', 'good', 'failed-later')).toBeNull();
	expect(await troubleBefore('elsewhere', 'failed', 'good')).toBeNull();
});
