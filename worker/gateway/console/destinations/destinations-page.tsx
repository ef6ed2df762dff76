import { TITLES } from '../addresses';
import { listDestinationTypes, readDestinations } from '../api/client';
import { listSyncs } from '../api/list-syncs';
import { useLive } from '../api/live';
import { may, ownConnections } from '../api/session';
import type { DestinationType } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { DestinationCard } from './destination-card';
import { DestinationPanel, openDestinationForm } from './destination-panel';
import { PreviewPanel } from './preview-panel';

/** More syncs of a type than this are not counted here. */
const MOST_SYNCS = 100;

/** Each place that leads can be synced to: what it gets, who writes to it, and whether it works. */
export function DestinationsPage() {
	const live = useLive(readDestinations, []);
	const { value: syncs = [] } = useLive(readRunning, []);
	const { value: types = [] } = useLive(listDestinationTypes, []);
	const editable = types.filter(isEditable);
	return (
		<Page title={TITLES['/destinations']}>
			<p class="soft">
				A lead sync writes the leads of an agent to one of these, and a conversation sync writes conversations to
				PostgreSQL. An n8n flow needs no destination: it begins with the Synced Lead Trigger.
			</p>
			{may('start') && ownConnections() === null && (
				<div class="buttons">
					{editable.map(({ type, title }) => (
						<button key={type} type="button" class="main" onClick={() => openDestinationForm(type, '')}>
							{`New ${title}`}
						</button>
					))}
				</div>
			)}
			<Loaded live={live}>
				{(destinations) =>
					destinations.length === 0 ? (
						<p class="soft">{noneYet(types)}</p>
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
			{editable.map((type) => (
				<DestinationPanel key={type.type} type={type} />
			))}
		</Page>
	);
}

function isEditable({ settingsSchema }: DestinationType): boolean {
	return settingsSchema !== null;
}

function noneYet(types: readonly DestinationType[]): string {
	if (ownConnections() !== null) return 'None yet. The operator names the destinations that you may use.';
	const titles = (which: readonly DestinationType[]) => which.map(({ title }) => title).join(' or ');
	const ofFile = types.filter((type) => !isEditable(type));
	return `None yet. Create a ${titles(types.filter(isEditable))} here, or add ${titles(ofFile)} to the configuration of the worker.`;
}

const readRunning = () => listSyncs({ ended: 'false', limit: String(MOST_SYNCS) });
