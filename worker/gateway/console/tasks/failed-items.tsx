import type { Task, TaskDetails, TaskType } from '../api/types';
import { counted } from '../words/words';
import { may } from '../api/session';
import { RetryFailed } from './retry-buttons';
import { taskLink } from './task-panel-address';

/** More are in the table of the result. */
const SHOWN = 50;

export interface FailedItemsProps {
	task: Task;
	failures: TaskDetails['failures'];
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** What did not succeed in a task of many items: each with its reason beside its name, before everything that did. */
export function FailedItems({ task, failures, type }: FailedItemsProps) {
	if (failures.length === 0) return null;
	const tasks = taskIdsOf(task.result);
	const mayRetry = may('start') && type?.endedActions.includes('retry-failed') === true;
	return (
		<section aria-label="Failed">
			<h3>{`Failed (${failures.length.toLocaleString('en')})`}</h3>
			<ul class="lines">
				{failures.slice(0, SHOWN).map(({ path, message }) => {
					const taskId = tasks.get(path);
					return (
						<li key={path}>
							{taskId === undefined ? <strong>{path}</strong> : <a href={taskLink(taskId)}>{path}</a>}
							<p class="bad">{message}</p>
						</li>
					);
				})}
			</ul>
			{failures.length > SHOWN && (
				<p class="soft">{`${counted(failures.length - SHOWN, 'more')} in the result below.`}</p>
			)}
			{mayRetry && (
				<div class="buttons">
					<RetryFailed task={task} type={type} look="main" />
				</div>
			)}
		</section>
	);
}

/** The task of each agent, by the id of the agent. */
function taskIdsOf(result: Task['result']): ReadonlyMap<string, string> {
	const rows: unknown = result?.['rows'];
	if (!Array.isArray(rows)) return new Map();
	return new Map(
		(rows as unknown[]).flatMap((row): Array<[string, string]> => {
			if (typeof row !== 'object' || row === null || !('agentId' in row) || !('taskId' in row)) return [];
			const { agentId, taskId } = row;
			return typeof agentId === 'string' && typeof taskId === 'string' ? [[agentId, taskId]] : [];
		}),
	);
}
