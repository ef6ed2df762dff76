import { useState } from 'preact/hooks';
import type { Live } from '../../api/live';
import { may } from '../../api/session';
import type { TaskType } from '../../api/types';
import { Loaded } from '../../parts/loaded';
import { openIdOf, Panel } from '../../parts/panel';
import { Ago } from '../../parts/times';
import { PlanDifferences } from '../differences/plan-differences';
import { importLink, SET_PANEL } from '../set-address';
import { setId, setNamed, type SetName } from '../set-id';
import { ItemsTable } from './items-table';
import type { SetNow, SetsNow } from './read-sets';
import { RunningSync } from './running-sync';
import { OfAgent, SetFacts } from './set-facts';
import { StartedSync } from './started-sync';
import { ApplyButton, PlanButton } from './sync-buttons';
import { SyncLines } from './sync-lines';

interface SetPanelProps {
	live: Live<SetsNow>;
	type: TaskType | undefined;
}

/** Everything about the set that the page's address names, with what can be done about it. */
export function SetPanel(props: SetPanelProps) {
	const id = openIdOf(SET_PANEL);
	if (id === null) return null;
	const name = setNamed(id);
	return (
		<Panel key={id} name={SET_PANEL} id={id} title={name?.set ?? 'Set'}>
			{name === null ? <p>The address names no set.</p> : <OpenSet name={name} {...props} />}
		</Panel>
	);
}

function OpenSet({ name, live, type }: SetPanelProps & { name: SetName }) {
	const [started, setStarted] = useState<string | null>(null);
	return (
		<Loaded live={live}>
			{({ sets }) => {
				const set = sets.find((each) => setId(each) === setId(name));
				return set === undefined ? (
					<p>{`The agent ${name.agentId} has no set of this name.`}</p>
				) : (
					<SetContent set={set} type={type} started={started} onStarted={setStarted} />
				);
			}}
		</Loaded>
	);
}

interface SetContentProps {
	set: SetNow;
	type: TaskType | undefined;
	/** The task that was started here last. */
	started: string | null;
	onStarted: (id: string) => void;
}

function SetContent({ set, type, started, onStarted }: SetContentProps) {
	const { settings, running, lastSync, syncs, problem } = set;
	// Nothing can be done while a task works on it, or if only another worker can read it.
	const isFree = running.length === 0 && problem === null;
	const shown = isFree && lastSync?.outcome === 'planned' ? lastSync : null;
	return (
		<>
			<OfAgent set={set} />
			{settings?.url !== undefined && <p>{`The worker fetches it from ${settings.url}`}</p>}
			<SetFacts set={set} />
			{running.map((task) => (
				<RunningSync key={task.id} task={task} type={type} />
			))}
			{started !== null && started !== shown?.taskId && <StartedSync key={started} id={started} />}
			{isFree && (
				<div class="buttons">
					<PlanButton set={set} isFirst={shown === null} onStarted={onStarted} />
					{may('start') && (
						<a class="button" href={importLink(set)}>
							Import a new file
						</a>
					)}
				</div>
			)}
			{shown !== null && (
				<section aria-label="Plan">
					<h3>
						Plan of <Ago at={shown.endedAt} />
					</h3>
					<p>{shown.message}</p>
					<PlanDifferences sync={shown} heading="h4" />
					<div class="buttons">
						<ApplyButton set={set} plan={shown} onStarted={onStarted} />
					</div>
				</section>
			)}
			<h3>Last syncs</h3>
			<SyncLines syncs={syncs} />
			{problem === null && (
				<>
					<h3>What the agent knows by it</h3>
					<ItemsTable of={set} />
				</>
			)}
		</>
	);
}
