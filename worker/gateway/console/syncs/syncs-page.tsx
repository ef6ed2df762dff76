import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { TITLES } from '../addresses';
import { at } from '../api/base-path';
import { listDestinations } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { Destination, TaskItem } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Box } from '../forms/controls/box';
import { TaskPanel } from '../tasks/task-panel';
import { counted } from '../words/words';
import { readSyncs } from './read-syncs';
import { RefusedPanel } from './refused-panel';
import { SyncCard } from './sync-card';

/** Each lead sync: its state, why it is behind, and its refused leads. */
export function SyncsPage() {
	const { value: destinations = [] } = useLive(listDestinations, []);
	const live = useLive(readSyncs, []);
	const isOnlyRefused = useSignal(false);
	return (
		<Page title={TITLES['/syncs']}>
			<Loaded live={live}>
				{({ running, ended }) => (
					<>
						<RefusedSummary
							syncs={running}
							isOnly={isOnlyRefused.value}
							choose={(isOnly) => {
								isOnlyRefused.value = isOnly;
							}}
						/>
						<SyncList
							title="Running"
							syncs={isOnlyRefused.value ? running.filter((sync) => refusedOf(sync) > 0) : running}
							none={<NoSync />}
							destinations={destinations}
						/>
						{ended.length > 0 && <SyncList title="Ended" syncs={ended} none={null} destinations={destinations} />}
					</>
				)}
			</Loaded>
			<TaskPanel />
			<RefusedPanel />
		</Page>
	);
}

function NoSync() {
	return (
		<p class="soft">
			{'No sync runs. A sync brings the leads of an agent to a CRM, a database or a webhook. '}
			{may('start') && <a href={at('/start?type=lead-sync')}>Start a lead sync</a>}
		</p>
	);
}

interface RefusedSummaryProps {
	syncs: TaskItem[];
	isOnly: boolean;
	choose: (isOnly: boolean) => void;
}

/** How many leads wait for a person, over all syncs. Each sync lists its own. */
function RefusedSummary({ syncs, isOnly, choose }: RefusedSummaryProps) {
	const refusing = syncs.filter((sync) => refusedOf(sync) > 0);
	if (refusing.length === 0 && !isOnly) return null;
	const leads = refusing.reduce((sum, sync) => sum + refusedOf(sync), 0);
	return (
		<div class="note attention">
			<p>{`${counted(leads, 'lead')} refused in ${counted(refusing.length, 'sync')}.`}</p>
			<Box label="Show only syncs with refused leads" isChecked={isOnly} onChange={choose} />
		</div>
	);
}

function refusedOf({ progress }: TaskItem): number {
	return progress?.itemsFailed ?? 0;
}

interface SyncListProps {
	title: string;
	syncs: TaskItem[];
	none: ComponentChildren;
	destinations: readonly Destination[];
}

function SyncList({ title, syncs, none, destinations }: SyncListProps) {
	return (
		<>
			<h2>{`${title} (${syncs.length})`}</h2>
			{syncs.length === 0 ? (
				none
			) : (
				<ul class="cards">
					{syncs.map((sync) => (
						<SyncCard key={sync.id} sync={sync} destinations={destinations} />
					))}
				</ul>
			)}
		</>
	);
}
