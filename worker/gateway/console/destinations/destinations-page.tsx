import { TITLES } from '../addresses';
import { listTasks, readDestinations } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { TaskItem } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { DestinationCard } from './destination-card';
import { openWebhookForm, WebhookPanel } from './webhook-panel';
import { PreviewPanel } from './preview-panel';

const NONE = 'None yet. Create a webhook here, or add PostgreSQL or HubSpot to the configuration of the worker.';
/** More syncs than this are not counted here. */
const MOST_SYNCS = 100;

/** Each place that leads can be synced to: what it gets, who writes to it, and whether it works. */
export function DestinationsPage() {
	const live = useLive(readDestinations, []);
	const { value: syncs = [] } = useLive(readSyncs, []);
	return (
		<Page title={TITLES['/destinations']}>
			<p class="soft">
				A lead sync writes the leads of an agent to one of these. An n8n flow needs no destination: it begins with the
				Synced Lead Trigger.
			</p>
			{may('start') && (
				<div class="buttons">
					<button type="button" class="main" onClick={() => openWebhookForm('')}>
						New webhook
					</button>
				</div>
			)}
			<Loaded live={live}>
				{(destinations) =>
					destinations.length === 0 ? (
						<p class="soft">{NONE}</p>
					) : (
						<ul class="cards">
							{destinations.map((each) => (
								<DestinationCard
									key={each.name}
									destination={each}
									syncs={syncs.filter(({ progress }) => progress?.destination === each.name)}
								/>
							))}
						</ul>
					)
				}
			</Loaded>
			<PreviewPanel destinations={live.value ?? []} />
			<WebhookPanel />
		</Page>
	);
}

async function readSyncs(): Promise<TaskItem[]> {
	return (await listTasks({ type: 'lead-sync', ended: 'false', limit: String(MOST_SYNCS) })).items;
}
