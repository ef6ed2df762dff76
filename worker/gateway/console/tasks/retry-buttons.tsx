import { retryFailed, retryTask } from '../api/client';
import { newKey } from '../api/gateway';
import { may } from '../api/session';
import type { TaskItem, TaskType } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { uncheckedLines, uncheckedText } from '../words/unchecked-words';
import { ACTIONS, wordOf } from '../words/words';
import { shortId } from './state';
import { openTask } from './task-panel-address';

type Retried = Pick<TaskItem, 'id' | 'type' | 'status' | 'ended' | 'takenOver' | 'leftToNextRun'>;

export interface RetryProps {
	task: Retried;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
	/** The failed items stand elsewhere on the page, with their own button. Default: they do not */
	isWithoutFailed?: boolean;
}

/**
 * Starts an ended task again: all of it under its id, or its failed items in a new task. Nothing, if neither is possible or
 * if another task has taken it over or will.
 */
export function RetryButtons({ task, type, isWithoutFailed = false }: RetryProps) {
	const can = (action: string) => may('start') && type?.endedActions.includes(action) === true;
	const isWhole = task.status !== 'completed';
	if (task.status === 'running' || task.takenOver !== null || task.leftToNextRun) return null;
	return (
		<>
			{isWhole && can('retry') && <Retry task={task} type={type} />}
			{!isWhole && !isWithoutFailed && isPartlyFailed(task) && can('retry-failed') && (
				<RetryFailed task={task} type={type} />
			)}
		</>
	);
}

/** Of a completed task, the outcome says whether some or all of its items failed. */
function isPartlyFailed({ ended }: Retried): boolean {
	return ended?.outcome === 'partly_failed' || ended?.outcome === 'failed';
}

function Retry({ task, type }: RetryProps) {
	const retry = async () => {
		const { warnings } = await retryTask(task.id);
		return ['The task was started again.', ...uncheckedLines(warnings)].join(' ');
	};
	return <ActionButton label="Retry" name={nameOf('Retry', task, type)} act={retry} />;
}

/** Shows the new task, because the old one stays as it is. */
export function RetryFailed({ task, type, look }: RetryProps & { look?: 'main' }) {
	const label = task.type === 'bulk-action' ? 'Do the rest' : (wordOf(ACTIONS, 'retry-failed') ?? 'Retry');
	const retry = async () => {
		const { id, warnings } = await retryFailed(task.id, newKey());
		openTask(id);
		return uncheckedText(warnings);
	};
	return <ActionButton label={label} name={nameOf(label, task, type)} act={retry} {...(look && { look })} />;
}

function nameOf(label: string, task: Retried, type: TaskType | undefined): string {
	return `${label}: ${type?.title ?? task.type} ${shortId(task.id)}`;
}
