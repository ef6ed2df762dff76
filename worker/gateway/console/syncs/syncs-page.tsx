import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { TITLES } from '../addresses';
import { BulkBar } from '../bulk/bulk-bar';
import { at } from '../api/base-path';
import { listDestinations, listTaskTypes } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { Destination, TaskItem, TaskType } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Box } from '../forms/controls/box';
import { TaskPanel } from '../tasks/task-panel';
import { counted } from '../words/words';
import { readSyncs } from './read-syncs';
import { LeadPanel } from './lead-panel';
import { RefusedPanel } from './refused-panel';
import { SyncCard } from './sync-card';

/** Each sync of leads or conversations: its state, why it is behind, and its refused leads. */
export function SyncsPage() {
	const { value: destinations = [] } = useLive(listDestinations, []);
	const { value: types = [] } = useLive(listTaskTypes, []);
	const shared = { destinations, types };
	const live = useLive(readSyncs, []);
	const isOnlyRefused = useSignal(false);
	return (
		<Page title={TITLES['/syncs']}>
			{may('start') && (
				<div class="buttons">
					<a class="main" href={at('/start?type=lead-sync')}>
						Start a lead sync
					</a>
					<a class="button" href={at('/start?type=conversation-sync')}>
						Start a conversation sync
					</a>
				</div>
			)}
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
							{...shared}
						/>
						{ended.length > 0 && <SyncList title="Ended" syncs={ended} none={null} {...shared} />}
					</>
				)}
			</Loaded>
			<BulkBar
				kinds={['syncs']}
				filter={isOnlyRefused.value ? null : {}}
				whyNone="A bulk action has no filter for syncs with refused leads. Select them one by one."
			/>
			<TaskPanel />
			<RefusedPanel />
			<LeadPanel />
		</Page>
	);
}

function NoSync() {
	return (
		<p class="soft">
			No sync runs. A lead sync brings leads to a CRM, a database, a webhook or an n8n flow. A conversation sync brings
			conversations to a database.
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

/** A sync of conversations refuses none. */
function refusedOf({ type, progress }: TaskItem): number {
	return type === 'lead-sync' ? (progress?.itemsFailed ?? 0) : 0;
}

interface SyncListProps {
	title: string;
	syncs: TaskItem[];
	none: ComponentChildren;
	destinations: readonly Destination[];
	/** Empty until the catalogue was read. */
	types: readonly TaskType[];
}

function SyncList({ title, syncs, none, destinations, types }: SyncListProps) {
	return (
		<>
			<h2>{`${title} (${syncs.length})`}</h2>
			{syncs.length === 0 ? (
				none
			) : (
				<ul class="cards">
					{syncs.map((sync) => (
						<SyncCard key={sync.id} sync={sync} destinations={destinations} types={types} />
					))}
				</ul>
			)}
		</>
	);
}
