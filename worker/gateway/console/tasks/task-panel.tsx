import { useEffect, useRef } from 'preact/hooks';
import { at } from '../api/base-path';
import { listTaskTypes, readDetails, readTask } from '../api/client';
import { useLive } from '../api/live';
import type { Task, TaskDetails } from '../api/types';
import { Loaded } from '../parts/loaded';
import { openIdOf, Panel } from '../parts/panel';
import { TaskContent } from './task-content';
import { REVIEW_PANEL, TASK_PANEL } from './task-panel-address';

/** Everything about the task that the page's address names, with what can be done about it. */
export function TaskPanel() {
	const id = openIdOf(TASK_PANEL);
	const reviewed = openIdOf(REVIEW_PANEL);
	if (id !== null) return <OpenTask key={id} name={TASK_PANEL} id={id} />;
	return reviewed === null ? null : <OpenTask key={reviewed} name={REVIEW_PANEL} id={reviewed} />;
}

function OpenTask({ name, id }: { name: string; id: string }) {
	const readDetailsOf = useDetails();
	const types = useLive(listTaskTypes, []);
	const live = useLive(async () => {
		const task = await readTask(id);
		return { task, details: await readDetailsOf(task) };
	}, [id]);
	const typeName = live.value?.task.type;
	const type = types.value?.find((each) => each.type === typeName);
	const reviewPath = live.value?.details.reviewPath ?? null;
	useEffect(() => {
		if (name === REVIEW_PANEL && reviewPath !== null) location.replace(at(reviewPath));
	}, [reviewPath]);
	return (
		<Panel name={name} id={id} title={type?.title ?? typeName ?? 'Task'}>
			<Loaded live={live}>{({ task, details }) => <TaskContent task={task} details={details} type={type} />}</Loaded>
		</Panel>
	);
}

/** Reads the details of a task when they can have changed, which is with its stage. */
function useDetails(): (task: Task) => Promise<TaskDetails> {
	const known = useRef<{ key: string; details: TaskDetails } | null>(null);
	return async ({ id, startedAt, stage, progress }) => {
		const key = [startedAt, stage, (stage === 'reviewing' || stage === 'deciding') && progress?.at].join();
		if (known.current?.key === key) return known.current.details;
		const details = await readDetails(id);
		known.current = { key, details };
		return details;
	};
}
