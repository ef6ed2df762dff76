import { taskPath } from '../api/client';
import { post } from '../api/gateway';
import { may } from '../api/session';
import type { Task, TaskType } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { confirmed } from '../parts/question';
import { ACTIONS, humanised, wordOf } from '../words/words';
import { CancelButton } from './cancel-button';
import { RetryButtons } from './retry-buttons';

/** Their buttons depend on how the task ended. */
const RETRIES: ReadonlySet<string> = new Set(['retry', 'retry-failed']);

export interface TaskButtonsProps {
	task: Task;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
	/** Whether its failed items are shown, with a button to retry them. */
	showsFailed: boolean;
}

/** What a person may do with a task now. Nothing, if the token may only read. */
export function TaskButtons({ task, type, showsFailed }: TaskButtonsProps) {
	if (!may('start')) return null;
	return (
		<div class="buttons">
			{task.status === 'running' ? runningButtons(task, type) : endedButtons(task, type, showsFailed)}
		</div>
	);
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

function endedButtons(task: Task, type: TaskType | undefined, showsFailed: boolean) {
	const actions = type?.endedActions ?? [];
	return (
		<>
			<RetryButtons task={task} type={type} isWithoutFailed={showsFailed} />
			{actions
				.filter((name) => !RETRIES.has(name))
				.map((name) => (
					<TaskAction key={name} task={task} name={name} />
				))}
		</>
	);
}

function TaskAction({ task, name }: { task: Task; name: string }) {
	const label = wordOf(ACTIONS, name) ?? humanised(name);
	const act = async () => {
		if (name.startsWith('dismiss') && !(await confirmed(`${label}? This cannot be undone.`, label))) return undefined;
		return (await post(`${taskPath(task.id)}/actions/${name}`, {})).message;
	};
	return <ActionButton label={label} act={act} />;
}
