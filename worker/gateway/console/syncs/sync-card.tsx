import type { ComponentChildren } from 'preact';
import type { Destination, TaskItem, TaskType } from '../api/types';
import { Ago, At } from '../parts/times';
import { StatePill } from '../tasks/state-pill';
import { TaskId } from '../tasks/task-id';
import { span } from '../words/times';
import { counted, LOOKS_BACK_MINUTES } from '../words/words';
import { AgentsTable } from './agents-table';
import { SyncButtons } from './sync-buttons';
import { targetOf } from './target';

export interface SyncCardProps {
	sync: TaskItem;
	destinations: readonly Destination[];
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** A sync in the list of syncs. */
export function SyncCard({ sync, destinations, type }: SyncCardProps) {
	const { id, connection, agentId, progress, status, stage, startedAt, reason } = sync;
	const { itemsDone = 0, itemsFailed = 0, problem, nextAt } = progress ?? {};
	const target = targetOf(sync, destinations);
	const title = `${agentId ?? agentsOf(sync)} to ${target.name}`;
	const isRunning = status === 'running';
	return (
		<li class="card" data-key={id}>
			<div class="row">
				<h3>{target.kind === null ? title : `${title} (${target.kind})`}</h3>
				<StatePill task={sync} />
			</div>
			<p class="soft">
				At {connection}, started <Ago at={startedAt} />
				{target.address !== null && `, into ${target.address}`}
			</p>
			{problem !== undefined && (
				<div class="note bad">
					<p>
						<strong>{problem.title}</strong>
					</p>
					<p>{problem.detail}</p>
				</div>
			)}
			{stage === 'full' && progress !== null && <p class="note bad">{progress.message}</p>}
			{reason !== null && <p class="bad">{reason}</p>}
			{isRunning && (target.isFlow || agentId === null) && progress !== null && <p>{progress.message}</p>}
			{isRunning && <Lag sync={sync} />}
			{isRunning && (
				<p class="soft">
					{`Each look also finds leads that arrive up to ${LOOKS_BACK_MINUTES} minutes after their time of capture. For older ones, open Details and read again from a day.`}
				</p>
			)}
			{isRunning && agentId === null && <AgentsTable sync={id} />}
			<dl class="figures">
				<Figure name="Synced">{itemsDone.toLocaleString('en')}</Figure>
				<Figure name="Refused">{itemsFailed.toLocaleString('en')}</Figure>
				{isRunning && nextAt !== undefined && (
					<Figure name="Next look">{Date.parse(nextAt) <= Date.now() ? 'now' : <Ago at={nextAt} />}</Figure>
				)}
			</dl>
			<div class="foot">
				<SyncButtons sync={sync} title={title} type={type} />
				<TaskId id={id} />
			</div>
		</li>
	);
}

/** The agents of a sync of several, in words. */
function agentsOf({ progress }: TaskItem): string {
	const count = progress?.agents;
	return count === undefined ? 'Several agents' : counted(count, 'agent');
}

/** Since when, and for how long, a sync is behind. */
function Lag({ sync: { progress, stage } }: { sync: TaskItem }) {
	const upToDateAt = progress?.upToDateAt;
	const behindFor = progress?.lagSeconds === undefined ? '' : `, for ${span(progress.lagSeconds)}`;
	if (upToDateAt === undefined) return <p>{`The first read of all leads is running${behindFor}.`}</p>;
	if (progress?.problem !== undefined || ['paused', 'unpublished', 'full'].includes(stage ?? ''))
		return (
			<p>
				Behind since <At at={upToDateAt} />
				{`${behindFor}.`}
			</p>
		);
	return (
		<p>
			All new leads were read <Ago at={upToDateAt} />.
		</p>
	);
}

function Figure({ name, children }: { name: string; children: ComponentChildren }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
