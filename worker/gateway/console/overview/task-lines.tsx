import type { ComponentChildren } from 'preact';
import type { TaskItem, TaskType } from '../api/types';
import { AgentName } from '../parts/agent-name';
import { Ago, WithMoments } from '../parts/times';
import { RetryButtons } from '../tasks/retry-buttons';
import { ReviewButton } from '../tasks/review-button';
import { StatePill } from '../tasks/state-pill';
import { TaskId } from '../tasks/task-id';
import { taskLink } from '../tasks/task-panel-address';

export interface SectionProps {
	title: string;
	count: number;
	/** What it says when there is nothing. Default: it is not shown then. */
	none?: string;
	/** Where all of them are. */
	all: Array<{ href: string; text: string }>;
	/** Beside the title. */
	about?: string;
	children: ComponentChildren;
}

/** One question of the overview: how many there are, the first few, and where all of them are. */
export function Section({ title, count, none, all, about, children }: SectionProps) {
	return (
		<section aria-label={title}>
			<h2>{`${title} (${count.toLocaleString('en')})`}</h2>
			{about !== undefined && <p class="soft">{about}</p>}
			{count === 0 ? <p class="soft">{none}</p> : <ul class="lines">{children}</ul>}
			{count > 0 && (
				<p class="links">
					{all.map(({ href, text }) => (
						<a key={href} href={href}>
							{text}
						</a>
					))}
				</p>
			)}
		</section>
	);
}

export interface TaskLineProps {
	task: TaskItem;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
	/** Why it waits. Default: why it failed, or what it said last. */
	reason?: string;
	/** Where one acts. Default: the panel of the task. */
	href?: string;
	/** More about it. */
	children?: ComponentChildren;
}

/** A task in a line, which leads to where one acts. */
export function TaskLine({ task, type, reason, href = taskLink(task.id), children }: TaskLineProps) {
	const { agentId, connection, startedAt, closedAt, progress } = task;
	const title = type?.title ?? task.type;
	const said = reason ?? task.reason ?? progress?.message ?? '';
	return (
		<li class="line" data-key={task.id}>
			<div class="row">
				<a href={href}>
					{`${title}: `}
					<AgentName connection={connection} agentId={agentId}>
						{connection}
					</AgentName>
				</a>
				<StatePill task={task} />
			</div>
			{children}
			<p class="soft">
				{said !== '' && (
					<>
						<WithMoments text={said} />{' '}
					</>
				)}
				({closedAt === null ? 'started ' : 'ended '}
				<Ago at={closedAt ?? startedAt} />)
			</p>
			<div class="foot">
				<div class="buttons">
					<ReviewButton task={task} type={type} />
					<RetryButtons task={task} type={type} />
				</div>
				{closedAt !== null && <TaskId id={task.id} />}
			</div>
		</li>
	);
}
