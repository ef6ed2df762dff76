import { taskPath } from '../api/client';
import { post } from '../api/gateway';
import { may } from '../api/session';
import type { Task, TaskType } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { confirmed } from '../parts/question';
import { ACTIONS, humanised, wordOf } from '../words/words';
import { CancelButton } from './cancel-button';

export interface TaskButtonsProps {
	task: Task;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** What a person may do with a task now. Nothing, if the token may only read. */
export function TaskButtons({ task, type }: TaskButtonsProps) {
	if (!may('start')) return null;
	return <div class="buttons">{task.status === 'running' ? runningButtons(task, type) : endedButtons(task, type)}</div>;
}

function runningButtons(task: Task, type: TaskType | undefined) {
	const unfit = task.stage === 'paused' ? 'pause' : 'resume';
	const actions = (type?.actions ?? []).filter((name) => name !== unfit);
	return (
		<>
			{actions.map((name) => (
				<TaskAction key={name} task={task} name={name} />
			))}
			<CancelButton task={task} title={type?.title ?? task.type} />
		</>
	);
}

function endedButtons(task: Task, type: TaskType | undefined) {
	const actions = type?.endedActions ?? [];
	return (
		<>
			{task.status !== 'completed' && actions.includes('retry') && <RetryButton task={task} />}
			{actions
				.filter((name) => name !== 'retry')
				.map((name) => (
					<TaskAction key={name} task={task} name={name} />
				))}
		</>
	);
}

function RetryButton({ task }: { task: Task }) {
	const retry = async () => {
		await post(`${taskPath(task.id)}/actions/retry`);
		return 'The task was started again.';
	};
	return <ActionButton label="Start again" act={retry} />;
}

function TaskAction({ task, name }: { task: Task; name: string }) {
	const label = wordOf(ACTIONS, name) ?? humanised(name);
	const act = async () => {
		if (name.startsWith('dismiss') && !(await confirmed(`${label}? This cannot be undone.`, label))) return undefined;
		return (await post(`${taskPath(task.id)}/actions/${name}`, {})).message;
	};
	return <ActionButton label={label} act={act} />;
}
