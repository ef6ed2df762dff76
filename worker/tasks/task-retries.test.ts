import { TASK_TYPES } from '../../workflows/contracts';
import { definitions } from './definitions';
import { notRetryable } from './task-retries';
import type { TaskView } from './task-view';

const task = (type: TaskView['type'], status: TaskView['status']) => notRetryable({ id: `${type}/1`, type, status });

test('a task that runs or has completed is refused for that', () => {
	expect(task('retrain-and-wait', 'running')).toMatchObject({ status: 409, type: 'task_running' });
	expect(task('add-sources', 'completed')).toMatchObject({ status: 409, type: 'task_completed' });
});

test.each(TASK_TYPES.filter((type) => definitions[type].keyReuse === 'never'))(
	'a failed %s is refused, with what to do instead',
	(type) => {
		const { type: reason, detail } = task(type, 'failed');
		expect(reason).toBe('retry_refused');
		expect(detail).toMatch(/could (send it|add sources) twice.*tart a new task.*another Idempotency-Key/);
	},
);
