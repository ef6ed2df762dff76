import Table from 'cli-table3';
import type { TaskListItem, TaskWithLinks } from '../gateway/schemas';

/** A table of tasks, newest first, as wide as its content. */
export function taskTable(tasks: readonly TaskListItem[]): string {
	const table = new Table({
		head: ['Task', 'Status', 'Connection', 'Agent', 'Started', 'Progress or end'],
		style: { head: [] },
	});
	for (const { id, status, stage, connection, agentId, startedAt, progress } of tasks)
		table.push([
			id,
			status === 'running' && stage !== null ? `${status} (${stage})` : status,
			connection,
			agentId ?? '',
			startedAt,
			progress?.message ?? '',
		]);
	return table.toString();
}

/** Everything about one task, for a person. */
export function taskDetails(task: TaskWithLinks): string {
	const table = new Table({ wordWrap: true });
	const rows: Array<[name: string, value: string | null | undefined]> = [
		['Task', task.id],
		['Type', task.type],
		['Connection', task.connection],
		['Agent', task.agentId],
		['Status', task.status],
		['Stage', task.stage],
		['Outcome', task.outcome === task.status ? null : task.outcome],
		[task.status === 'running' ? 'Progress' : 'How it ended', task.error === null ? task.progress?.message : null],
		['Started', task.startedAt],
		['Ended', task.closedAt],
		['Result', task.result === null ? null : JSON.stringify(task.result, null, 2)],
		['Error', task.error === null ? null : errorText(task.error)],
	];
	for (const [name, value] of rows) if (value !== null && value !== undefined) table.push({ [name]: value });
	return table.toString();
}

/** One sentence on how a task ended. */
export function endText(task: TaskWithLinks): string {
	const agent = task.agentId === null ? '' : ` of ${task.agentId}`;
	const end = `${task.type}${agent}: ${task.status.replace('_', ' ')}`;
	if (task.error !== null) return `${end}. ${errorText(task.error)}`;
	return task.progress === null ? `${end}.` : `${end}. ${task.progress.message}`;
}

function errorText({ title, detail, issues }: NonNullable<TaskWithLinks['error']>): string {
	const lines = issues.map(({ path, message }) => `  ${path}: ${message}`);
	return [detail === '' ? title : `${title}: ${detail}`, ...lines].join('\n');
}
