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
	const rows = rowsOf(task.result);
	// A bulk action completes if the rest may not be repeated, so there is nothing to do again.
	const isFinal = task.type === 'bulk-action' && task.ended?.outcome === 'completed';
	const mayRetry =
		may('start') && !isFinal && task.takenOver === null && type?.endedActions.includes('retry-failed') === true;
	return (
		<section aria-label="Failed">
			<h3>{`${isFinal ? 'Not done' : 'Failed'} (${failures.length.toLocaleString('en')})`}</h3>
			<ul class="lines">
				{failures.slice(0, SHOWN).map(({ path, message }) => {
					const { taskId, of } = rows.get(path) ?? { taskId: '', of: '' };
					return (
						<li key={path}>
							{taskId === '' ? <strong>{path}</strong> : <a href={taskLink(taskId)}>{path}</a>}{' '}
							<span class="soft">{of}</span>
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

interface Row {
	/** '' if it has none. */
	taskId: string;
	/** The agent and the connection, unless the path says it. */
	of: string;
}

/** The rows of a result by what their failures are named after: the task, the agent or the connection. */
function rowsOf(result: Task['result']): ReadonlyMap<string, Row> {
	const rows: unknown = result?.['rows'];
	if (!Array.isArray(rows)) return new Map();
	return new Map(
		(rows as unknown[]).map((row) => {
			const [id, agentId, connection, taskId] = [
				textIn(row, 'id'),
				textIn(row, 'agentId'),
				textIn(row, 'connection'),
				textIn(row, 'taskId'),
			];
			const of = id === '' ? '' : [agentId, connection].filter(Boolean).join(' at ');
			// Ids of tasks have this character, and those of schedules do not.
			return [id || agentId || connection, { taskId: id.includes('~') ? id : taskId, of }];
		}),
	);
}

function textIn(row: unknown, name: string): string {
	const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
	return typeof value === 'string' ? value : '';
}
