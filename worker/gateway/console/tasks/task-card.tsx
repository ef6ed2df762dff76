import { may } from '../api/session';
import type { TaskItem, TaskType } from '../api/types';
import { RowBox } from '../bulk/row-box';
import { AgentName } from '../parts/agent-name';
import { Ago, At, WithMoments } from '../parts/times';
import { secondsBetween, span } from '../words/times';
import { CancelButton } from './cancel-button';
import { ProgressBar } from './progress-bar';
import { RetryButtons } from './retry-buttons';
import { ReviewButton } from './review-button';
import { shortId, stageOf } from './state';
import { StatePill } from './state-pill';
import { TakenOver } from './taken-over';
import { TaskId } from './task-id';
import { openTask } from './task-panel-address';
import { WaitingMail } from './waiting-mail';

export interface TaskCardProps {
	task: TaskItem;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** A task in a list. */
export function TaskCard({ task, type }: TaskCardProps) {
	const { id, progress, status, reason } = task;
	const title = type?.title ?? task.type;
	const isRunning = status === 'running';
	return (
		<li class="card" data-key={id}>
			<div class="row">
				<h3>{title}</h3>
				<StatePill task={task} />
				{task.type !== 'bulk-action' && (
					<RowBox kind={isRunning ? 'running' : 'ended'} id={id} name={`${title} ${shortId(id)}`} />
				)}
			</div>
			<About task={task} />
			{isRunning && <p class="stage">{stageOf(task)}</p>}
			<WaitingMail task={task} />
			{reason === null ? <LastMessage task={task} /> : <p class="bad">{<WithMoments text={reason} />}</p>}
			<TakenOver task={task} />
			{progress !== null && <ProgressBar task={task} />}
			<div class="foot">
				<div class="buttons">
					<ReviewButton task={task} type={type} />
					<button type="button" aria-label={`Details of ${title} ${shortId(id)}`} onClick={() => openTask(id)}>
						Details
					</button>
					<RetryButtons task={task} type={type} />
					{isRunning && may('start') && <CancelButton task={task} title={title} />}
				</div>
				<TaskId id={id} />
			</div>
		</li>
	);
}

function LastMessage({ task: { progress } }: { task: TaskItem }) {
	if (progress === null) return null;
	return (
		<p>
			<WithMoments text={progress.message} />
		</p>
	);
}

function About({ task: { agentId, connection, startedAt, closedAt } }: { task: TaskItem }) {
	const where = connection === '' ? 'Many connections' : connection;
	const whose =
		agentId === null ? (
			where
		) : (
			<>
				<AgentName connection={connection} agentId={agentId} /> at {where}
			</>
		);
	if (closedAt === null)
		return (
			<p class="soft">
				{whose}, started <Ago at={startedAt} /> (<At at={startedAt} />)
			</p>
		);
	return (
		<p class="soft">
			{whose}, ended <Ago at={closedAt} /> (<At at={closedAt} />) after {span(secondsBetween(startedAt, closedAt))}
		</p>
	);
}
