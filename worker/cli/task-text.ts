import { failedFirst } from '../gateway/console/tasks/failed-first';
import { takenOverParts } from '../gateway/console/words/taken-over-words';
import { failuresOf } from '../tasks';
import { executionName } from '../tasks/executions';
import type { TaskListItem, TaskWithLinks } from '../gateway/schemas';
import { visibleLine, visibleText } from '../../api';
import { type Screen, timeInColumn, timesHead, timeText } from './screen';
import { detailTable, listTable } from './table';

/** A table of tasks, newest first. */
export function taskTable(tasks: readonly TaskListItem[], screen: Screen | null): string {
	const rows = tasks.map(({ id, status, stage, ended, connection, agentId, startedAt, progress }) => [
		id,
		ended === null ? (stage === null ? status : `${status} (${stage})`) : wordOf(ended),
		connection,
		agentId ?? '',
		timeInColumn(startedAt, screen),
		progress?.message ?? '',
	]);
	const head = ['Task', 'Status', 'Connection', 'Agent', timesHead('Started', screen), 'Progress or end'];
	return listTable(head, rows, screen);
}

/** Everything about one task, for a person. */
export function taskDetails(task: TaskWithLinks, screen: Screen | null): string {
	return detailTable(
		[
			['Task', task.id],
			['Type', task.type],
			['Connection', task.connection],
			['Agent', task.agentId],
			['Status', task.status],
			['Stage', task.stage],
			['Waits', task.connectionMissing ? missingText(task) : null],
			['Outcome', task.ended === null ? null : `${wordOf(task.ended)} (${task.ended.outcome})`],
			[task.status === 'running' ? 'Progress' : 'How it ended', task.error === null ? task.progress?.message : null],
			['Execution', executionText(task.execution)],
			['Done again', takenOverText(task.takenOver)],
			['Started', timeText(task.startedAt, screen)],
			['Ended', task.closedAt === null ? null : timeText(task.closedAt, screen)],
			['Result', task.result === null ? null : resultText(task, task.result)],
			['Error', task.error === null ? null : errorText(task.error)],
		],
		screen,
	);
}

/** The execution that a task is for: its flow, and where a person sees it. */
export function executionText(execution: TaskWithLinks['execution']): string | null {
	if (execution === null) return null;
	const { url } = execution;
	return [executionName(execution), ...(url === null ? [] : [url])].join('\n');
}

function takenOverText(takenOver: TaskWithLinks['takenOver']): string | null {
	if (takenOver === null) return null;
	const { how, state } = takenOverParts(takenOver);
	return `${how}${takenOver.taskId === null ? '' : `: ${takenOver.taskId}`}. ${state}`;
}

/** Rows of failed items come first, as a list of hundreds hides them. */
function resultText(task: TaskWithLinks, result: NonNullable<TaskWithLinks['result']>): string {
	const failed = new Set(failuresOf(task).map(({ path }) => path));
	const shown = Object.entries(result).map(([name, value]) => [name, failedFirst(value, failed)]);
	return JSON.stringify(Object.fromEntries(shown), null, 2);
}

/** One sentence on how a task ended. */
export function endText(task: TaskWithLinks): string {
	const agent = task.agentId === null ? '' : ` of ${visibleLine(task.agentId)}`;
	const end = `${task.type}${agent}: ${task.ended === null ? task.status : wordOf(task.ended)}`;
	if (task.error !== null) return `${end}. ${errorText(task.error)}`;
	if (task.connectionMissing) return `${end}. ${missingText(task)}`;
	return task.progress === null ? `${end}.` : `${end}. ${visibleLine(task.progress.message)}`;
}

/** A task that waits for ever, unless somebody does something. */
function missingText({ id, connection }: TaskWithLinks): string {
	return `It waits, because the configuration no longer has the connection "${visibleLine(connection)}". Add the connection again, and the task continues. To give up: agent-knowledge tasks cancel ${id}`;
}

/** In a sentence or a column. */
function wordOf({ word }: NonNullable<TaskWithLinks['ended']>): string {
	return word.charAt(0).toLowerCase() + word.slice(1);
}

function errorText({ title, detail, issues }: NonNullable<TaskWithLinks['error']>): string {
	const lines = issues.map(({ path, message }) => `  ${visibleLine(path)}: ${visibleLine(message)}`);
	const what = visibleLine(title);
	return [detail === '' ? what : `${what}: ${visibleText(detail)}`, ...lines].join('\n');
}
