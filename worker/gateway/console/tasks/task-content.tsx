import { at } from '../api/base-path';
import { may } from '../api/session';
import type { Task, TaskDetails, TaskType } from '../api/types';
import { Ago, At, WithMoments } from '../parts/times';
import { Fields } from '../parts/value';
import { secondsBetween, span } from '../words/times';
import { ChildTasks } from './child-tasks';
import { FailedItems } from './failed-items';
import { ProgressBar } from './progress-bar';
import { RawData } from './raw-data';
import { ReadAgainForm } from './read-again-form';
import { stageOf } from './state';
import { StatePill } from './state-pill';
import { TakenOver } from './taken-over';
import { TaskButtons } from './task-buttons';
import { taskLink } from './task-panel-address';
import { TaskError, TaskResult } from './task-result';
import { WaitingExecution } from './waiting-execution';
import { Timeline } from './timeline';

export interface TaskContentProps {
	task: Task;
	details: TaskDetails;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** One task: its state, what it came to, what can be done, and what it was started with. */
export function TaskContent({ task, details, type }: TaskContentProps) {
	const { id, status, error, result, fileGone } = task;
	const { input, temporalUrl, reviewPath, parentId, failures, startsTasks, execution } = details;
	const isRunning = status === 'running';
	return (
		<>
			<div class="row">
				{isRunning && <p class="stage">{stageOf(task)}</p>}
				<StatePill task={task} />
			</div>
			{parentId !== null && (
				<p class="soft">
					Started by the task <a href={taskLink(parentId)}>{parentId}</a>
				</p>
			)}
			<WaitingExecution execution={execution ?? (task.execution && { ...task.execution, state: 'unknown' })} />
			<TakenOver task={task} />
			<LastMessage task={task} />
			<ProgressBar task={task} />
			{reviewPath !== null && (
				<p>
					<a class="main" href={at(reviewPath)}>
						Open the review
					</a>
				</p>
			)}
			{error !== null && <TaskError error={error} />}
			<FailedItems task={task} failures={failures} type={type} />
			{result !== null && <TaskResult status={status} result={result} failures={failures} fileGone={fileGone} />}
			<TaskButtons task={task} type={type} showsFailed={failures.length > 0} />
			{isRunning && may('start') && type?.actions.includes('sync-now') && <ReadAgainForm id={id} />}
			{startsTasks && <ChildTasks parent={id} />}
			<Timeline task={task} hidesChildren={startsTasks} />
			<h3>Started with</h3>
			<Fields fields={Object.entries(input)} />
			<h3>Task</h3>
			<Facts task={task} />
			{temporalUrl !== null && (
				<p>
					<a href={temporalUrl} target="_blank" rel="noreferrer">
						History in Temporal's pages
					</a>
				</p>
			)}
			<RawData task={task} details={details} />
		</>
	);
}

/** Marks how it ended, unless it did what was asked or somebody wanted it so. */
function noteOf(ended: Task['ended']): string | undefined {
	if (ended?.tone === 'bad') return 'note bad';
	return ended?.tone === 'attention' ? 'note' : undefined;
}

/** What the task said last. The error of a task that failed replaces it. */
function LastMessage({ task: { progress, error, ended } }: { task: Task }) {
	if (progress === null || error !== null) return null;
	return (
		<p class={noteOf(ended)}>
			<WithMoments text={progress.message} />{' '}
			<span class="soft">
				(<Ago at={progress.at} />)
			</span>
		</p>
	);
}

function Facts({ task: { id, startedAt, closedAt } }: { task: Task }) {
	return (
		<dl>
			<dt>Id</dt>
			<dd>
				<code>{id}</code>
			</dd>
			<dt>Started</dt>
			<dd>
				<At at={startedAt} />
			</dd>
			{closedAt !== null && (
				<>
					<dt>Ended</dt>
					<dd>
						<At at={closedAt} />
					</dd>
				</>
			)}
			<dt>{closedAt === null ? 'Running for' : 'Took'}</dt>
			<dd>{span(secondsBetween(startedAt, closedAt ?? undefined))}</dd>
		</dl>
	);
}
