import { may } from '../api/session';
import type { TaskItem } from '../api/types';
import { Ago, At, WithMoments } from '../parts/times';
import { secondsBetween, span } from '../words/times';
import { CancelButton } from './cancel-button';
import { ProgressBar } from './progress-bar';
import { shortId, stageOf } from './state';
import { StatePill } from './state-pill';
import { openTask } from './task-panel-address';
import { WaitingMail } from './waiting-mail';

/** A task in a list. @param title of its type */
export function TaskCard({ task, title }: { task: TaskItem; title: string }) {
	const { id, progress, status, waitsForPerson } = task;
	const isRunning = status === 'running';
	return (
		<li class="card" data-key={id}>
			<div class="row">
				<h3>{title}</h3>
				<StatePill task={task} />
			</div>
			<About task={task} />
			{isRunning && <p class="stage">{stageOf(task)}</p>}
			<WaitingMail task={task} />
			{progress !== null && (
				<p>
					<WithMoments text={progress.message} />
				</p>
			)}
			<ProgressBar task={task} />
			<div class="buttons">
				{isRunning && waitsForPerson && (
					<button type="button" class="main" aria-label={`Review ${title} ${shortId(id)}`} onClick={() => openTask(id)}>
						Review
					</button>
				)}
				<button type="button" aria-label={`Details of ${title} ${shortId(id)}`} onClick={() => openTask(id)}>
					Details
				</button>
				{isRunning && may('start') && <CancelButton task={task} title={title} />}
			</div>
		</li>
	);
}

function About({ task: { agentId, connection, startedAt, closedAt } }: { task: TaskItem }) {
	const whose = agentId === null ? connection : `${agentId} at ${connection}`;
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
