import { useSignal } from '@preact/signals';
import { TITLES } from '../addresses';
import { listConnections } from '../api/client';
import { useLive } from '../api/live';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { SearchField } from '../parts/search-field';
import { counted } from '../words/words';
import { ConnectionCard, labelsText } from './connection-card';

/** With fewer connections than this, everybody finds theirs at a glance. */
const SEARCH_FROM = 10;

/** Each connection: its limit, and what its key may do. */
export function ConnectionsPage() {
	const live = useLive(listConnections, []);
	const search = useSignal('');
	const wanted = search.value.trim().toLowerCase();
	return (
		<Page title={TITLES['/connections']}>
			<p class="soft">
				A connection is an API key of the service. Keys stand in the configuration of the worker, and no page shows
				them.
			</p>
			<Loaded live={live}>
				{(connections) => {
					const found = connections.filter(({ name, baseUrl, labels }) =>
						`${name} ${baseUrl} ${labelsText(labels)}`.toLowerCase().includes(wanted),
					);
					return (
						<>
							{connections.length >= SEARCH_FROM && (
								<SearchField
									id="search"
									label="Find a connection"
									value={search.value}
									onSearch={(typed) => {
										search.value = typed;
									}}
								>
									<p role="status">{wanted === '' ? '' : `${counted(found.length, 'connection')} found.`}</p>
								</SearchField>
							)}
							<ul class="cards">
								{found.map((connection) => (
									<ConnectionCard key={connection.name} connection={connection} />
								))}
							</ul>
						</>
					);
				}}
			</Loaded>
		</Page>
	);
}
