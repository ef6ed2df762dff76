import { TITLES } from '../addresses';
import { listDestinations } from '../api/client';
import { useLive } from '../api/live';
import type { Destination, TaskItem } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { readSyncs } from './read-syncs';
import { RefusedPanel } from './refused-panel';
import { SyncCard } from './sync-card';

const NONE = 'No sync runs. Start one with the Task node in n8n, or with agent-knowledge run lead-sync.';

/** Each lead sync: its state, why it is behind, and its refused leads. */
export function SyncsPage() {
	const { value: destinations = [] } = useLive(listDestinations, []);
	const live = useLive(readSyncs, []);
	return (
		<Page title={TITLES['/syncs']}>
			<Loaded live={live}>
				{({ running, ended }) => (
					<>
						<SyncList title="Running" syncs={running} none={NONE} destinations={destinations} />
						{ended.length > 0 && <SyncList title="Ended" syncs={ended} none="" destinations={destinations} />}
					</>
				)}
			</Loaded>
			<TaskPanel />
			<RefusedPanel />
		</Page>
	);
}

interface SyncListProps {
	title: string;
	syncs: TaskItem[];
	none: string;
	destinations: readonly Destination[];
}

function SyncList({ title, syncs, none, destinations }: SyncListProps) {
	return (
		<>
			<h2>{`${title} (${syncs.length})`}</h2>
			{syncs.length === 0 ? (
				<p class="soft">{none}</p>
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
