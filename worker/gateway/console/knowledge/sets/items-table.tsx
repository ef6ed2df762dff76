import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { listKnowledgeItems } from '../../api/knowledge';
import { useLive } from '../../api/live';
import { Loaded } from '../../parts/loaded';
import { SearchField } from '../../parts/search-field';
import { Table } from '../../parts/table';
import { Ago } from '../../parts/times';
import { counted } from '../../words/words';
import type { SetName } from '../set-id';
import { ITEM_TYPES } from '../words';

/** What an agent knows by a set, newest first, in pages. */
export function ItemsTable({ of: { connection, agentId, set } }: { of: SetName }) {
	const search = useSignal('');
	const [tokens, setTokens] = useState<readonly string[]>([]);
	const token = tokens.at(-1);
	const wanted = search.value.trim();
	const query = {
		connection,
		agentId,
		set,
		...(wanted === '' ? {} : { search: wanted }),
		...(token === undefined ? {} : { pageToken: token }),
	};
	const live = useLive(() => listKnowledgeItems(query), [connection, agentId, set, wanted, token]);
	return (
		<>
			<SearchField
				id="set-items-search"
				label="Find an item by its name"
				value={search.value}
				onSearch={(typed) => {
					search.value = typed;
					setTokens([]);
				}}
			/>
			<Loaded live={live}>
				{({ items, total, nextPageToken }) => (
					<>
						<p role="status">{counted(total, 'item')}</p>
						{items.length > 0 && (
							<Table columns={['Name', 'Type', 'Confirmed']} stacks>
								{items.map(({ key, type, name, id, at }) => (
									<tr key={key}>
										<td>{name}</td>
										<td>{`${ITEM_TYPES[type]} ${id}`}</td>
										<td data-label="Confirmed">
											<Ago at={at} />
										</td>
									</tr>
								))}
							</Table>
						)}
						<div class="buttons">
							{token !== undefined && (
								<button key="newer" type="button" onClick={() => setTokens(tokens.slice(0, -1))}>
									Newer items
								</button>
							)}
							{nextPageToken !== null && (
								<button key="older" type="button" onClick={() => setTokens([...tokens, nextPageToken])}>
									Older items
								</button>
							)}
						</div>
					</>
				)}
			</Loaded>
		</>
	);
}
