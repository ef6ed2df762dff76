import type { Destination, TaskItem, TaskType } from '../api/types';
import { RowBox } from '../bulk/row-box';
import { AgentName } from '../parts/agent-name';
import { Figure } from '../parts/figure';
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
	/** Empty until the catalogue was read. */
	types: readonly TaskType[];
}

/** A sync in the list of syncs. */
export function SyncCard({ sync, destinations, types }: SyncCardProps) {
	const { id, connection, agentId, progress, status, stage, startedAt, reason } = sync;
	const { itemsDone = 0, itemsFailed = 0, problem, nextAt } = progress ?? {};
	const isOfLeads = sync.type === 'lead-sync';
	const target = targetOf(sync, destinations);
	const beginning = isOfLeads ? '' : 'Conversations of ';
	const title = `${beginning}${agentId ?? agentsOf(sync)} to ${target.name}`;
	const isRunning = status === 'running';
	return (
		<li class="card" data-key={id}>
			<div class="row">
				<h3>
					{beginning}
					<AgentName connection={connection} agentId={agentId}>
						{agentsOf(sync)}
					</AgentName>
					{` to ${target.name}`}
					{target.kind !== null && ` (${target.kind})`}
				</h3>
				<StatePill task={sync} />
				{isRunning && <RowBox kind="syncs" id={id} name={`${title} ${id}`} />}
			</div>
			<p class="soft">
				At {connection}, started <Ago at={startedAt} />
				{isOfLeads && target.address !== null && `, into ${target.address}`}
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
			{isRunning && isOfLeads && (
				<p class="soft">
					{`Each look also finds leads that arrive up to ${LOOKS_BACK_MINUTES} minutes after their time of capture. For older ones, open Details and read again from a day.`}
				</p>
			)}
			{isRunning && isOfLeads && agentId === null && <AgentsTable sync={id} />}
			<dl class="figures">
				<Figure name={isOfLeads ? 'Synced' : 'Conversations'}>{itemsDone.toLocaleString('en')}</Figure>
				<Figure name={isOfLeads ? 'Refused' : 'Without transcript'}>{itemsFailed.toLocaleString('en')}</Figure>
				{isRunning && nextAt !== undefined && (
					<Figure name="Next look">{Date.parse(nextAt) <= Date.now() ? 'now' : <Ago at={nextAt} />}</Figure>
				)}
			</dl>
			<div class="foot">
				<SyncButtons sync={sync} title={title} type={types.find(({ type }) => type === sync.type)} />
				<TaskId id={id} />
			</div>
		</li>
	);
}

/** The agents of a sync of several, in words. */
function agentsOf({ type, progress }: TaskItem): string {
	const count = progress?.agents;
	if (count !== undefined) return counted(count, 'agent');
	return type === 'lead-sync' ? 'Several agents' : 'several agents';
}

/** Since when, and for how long, a sync is behind. */
function Lag({ sync: { type, progress, stage } }: { sync: TaskItem }) {
	const isOfLeads = type === 'lead-sync';
	const upToDateAt = progress?.upToDateAt;
	const behindFor = progress?.lagSeconds === undefined ? '' : `, for ${span(progress.lagSeconds)}`;
	if (upToDateAt === undefined)
		return <p>{`The first read of all ${isOfLeads ? 'leads' : 'conversations'} is running${behindFor}.`}</p>;
	if (progress?.problem !== undefined || ['paused', 'unpublished', 'full'].includes(stage ?? ''))
		return (
			<p>
				Behind since <At at={upToDateAt} />
				{`${behindFor}.`}
			</p>
		);
	return (
		<p>
			{isOfLeads ? 'All new leads' : 'All changes'} were read <Ago at={upToDateAt} />.
		</p>
	);
}
