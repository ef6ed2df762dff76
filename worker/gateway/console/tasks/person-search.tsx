import { useSignal } from '@preact/signals';
import { findPerson, readPersonSearch } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { PersonSearch, TaskType } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Loaded } from '../parts/loaded';
import { Table } from '../parts/table';
import { counted, humanised } from '../words/words';
import { taskLink } from './task-panel-address';

export interface AddressSearchProps {
	/** An email address, which somebody typed into the search. */
	address: string;
	types: TaskType[];
}

/** What can be done about an address: with the role `erase`, a search of all that is kept about the person. */
export function AddressSearch({ address, types }: AddressSearchProps) {
	const searchId = useSignal<string | null>(null);
	const find = async () => {
		searchId.value = (await findPerson(address)).id;
		return 'The search has begun. It reads every history, so it takes a while.';
	};
	return (
		<section class="note" aria-label="Search for an email address">
			<p>
				Contents of tasks are encrypted, so the lists below cannot be searched for an address. Here you can search for
				agents and task ids.
			</p>
			{may('erase') ? (
				<>
					<p>You may search everything that is kept about this person. Nothing is changed.</p>
					<div class="buttons">
						<ActionButton label={`Find everything about ${address}`} act={find} />
					</div>
				</>
			) : (
				<p>A token with the role “erase” may find everything that is kept about a person.</p>
			)}
			{searchId.value !== null && <Found key={searchId.value} id={searchId.value} types={types} />}
		</section>
	);
}

function Found({ id, types }: { id: string; types: TaskType[] }) {
	const live = useLive(() => readPersonSearch(id), [id]);
	return <Loaded live={live}>{(search) => <Report search={search} types={types} />}</Loaded>;
}

function Report({ search: { status, progress, report, error }, types }: { search: PersonSearch; types: TaskType[] }) {
	if (status === 'running') return <p role="status">{progress?.message ?? 'Searching…'}</p>;
	if (report === null) return <p class="bad">{error ?? 'The search failed. Start it again.'}</p>;
	const { places, unlisted, complete } = report;
	if (places.length === 0) return <p role="status">Nothing is kept about this person.</p>;
	const isTask = (where: string) => types.some(({ type }) => where.startsWith(`${type}~`));
	return (
		<>
			<p role="status">
				{`${counted(places.length + unlisted, 'place')} found. `}
				{!complete && 'Some places could not be read, or are still in use.'}
			</p>
			<Table columns={['Where', 'What', 'Note']}>
				{places.map(({ kind, where, note }) => (
					<tr key={kind + where}>
						<td>{isTask(where) ? <a href={taskLink(where)}>{where}</a> : <code>{where}</code>}</td>
						<td>{humanised(kind)}</td>
						<td>{note}</td>
					</tr>
				))}
			</Table>
		</>
	);
}
