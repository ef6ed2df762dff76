import { useRef } from 'preact/hooks';
import { listTaskTypes, readDetails, readTask } from '../api/client';
import { useLive } from '../api/live';
import type { Task, TaskDetails } from '../api/types';
import { Loaded } from '../parts/loaded';
import { openIdOf, Panel } from '../parts/panel';
import { TaskContent } from './task-content';
import { TASK_PANEL as NAME } from './task-panel-address';

/** Everything about the task that the page's address names, with what can be done about it. */
export function TaskPanel() {
	const id = openIdOf(NAME);
	return id === null ? null : <OpenTask key={id} id={id} />;
}

function OpenTask({ id }: { id: string }) {
	const readDetailsOf = useDetails();
	const types = useLive(listTaskTypes, []);
	const live = useLive(async () => {
		const task = await readTask(id);
		return { task, details: await readDetailsOf(task) };
	}, [id]);
	const name = live.value?.task.type;
	const type = types.value?.find((each) => each.type === name);
	return (
		<Panel name={NAME} id={id} title={type?.title ?? name ?? 'Task'}>
			<Loaded live={live}>{({ task, details }) => <TaskContent task={task} details={details} type={type} />}</Loaded>
		</Panel>
	);
}

/** Reads the details of a task when they can have changed, which is with its stage. */
function useDetails(): (task: Task) => Promise<TaskDetails> {
	const known = useRef<{ key: string; details: TaskDetails } | null>(null);
	return async ({ id, startedAt, stage, progress }) => {
		const key = [startedAt, stage, stage === 'reviewing' && progress?.at].join();
		if (known.current?.key === key) return known.current.details;
		const details = await readDetails(id);
		known.current = { key, details };
		return details;
	};
}
