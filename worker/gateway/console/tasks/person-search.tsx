import { useSignal } from '@preact/signals';
import { erasePerson, findPerson, readPersonSearch } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { PersonSearch, TaskType } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Loaded } from '../parts/loaded';
import { confirmed } from '../parts/question';
import { counted, humanised } from '../words/words';
import { taskLink } from './task-panel-address';

export interface AddressSearchProps {
	/** An email address, which somebody typed into the search. */
	address: string;
	types: TaskType[];
}

/** What can be done about an address: with the role `erase`, a search of all that is kept about the person. */
export function AddressSearch({ address, types }: AddressSearchProps) {
	return (
		<section class="note" aria-label="Search for an email address">
			<p>
				Contents of tasks are encrypted, so the lists below cannot be searched for an address. Here you can search for
				agents and task ids.
			</p>
			{may('erase') ? (
				<>
					<p>You may search everything that is kept about this person. Nothing is changed.</p>
					<PersonSearches key={address} address={address} types={types} />
				</>
			) : (
				<p>A token with the role “erase” may find everything that is kept about a person.</p>
			)}
		</section>
	);
}

/** Finds everything about one person, and erases it after a question that says what will go. */
export function PersonSearches({ address, types }: AddressSearchProps) {
	const searchId = useSignal<string | null>(null);
	const find = async () => {
		searchId.value = (await findPerson(address)).id;
		return undefined;
	};
	const erase = async (found: PersonReport) => {
		if (!(await confirmed(questionOn(address, found), 'Erase for good'))) return undefined;
		searchId.value = (await erasePerson(address)).id;
		return undefined;
	};
	return (
		<>
			<div class="buttons">
				<ActionButton label={`Find everything about ${address}`} look="main" act={find} />
			</div>
			{searchId.value !== null && <Found key={searchId.value} id={searchId.value} types={types} erase={erase} />}
		</>
	);
}

type PersonReport = NonNullable<PersonSearch['report']>;

function questionOn(address: string, { places, counts }: PersonReport): string {
	const found = places.filter(({ state }) => state === 'found');
	const kinds = [...new Set(found.map(({ kind }) => kind))].map(
		(kind) => `${humanised(kind)} (${found.filter((place) => place.kind === kind).length})`,
	);
	const what = kinds.length === 0 ? 'Nothing was found to delete' : `This deletes for good: ${kinds.join(', ')}`;
	const open = counts.open ? ` ${counted(counts.open, 'place')} must end first, and stays.` : '';
	return `Erase the data of ${address}? ${what}.${open} Syncs and exports skip the leads that this person has left until now.`;
}

interface FoundProps {
	id: string;
	types: TaskType[];
	erase: (found: PersonReport) => Promise<string | undefined>;
}

function Found({ id, ...props }: FoundProps) {
	const live = useLive(() => readPersonSearch(id), [id]);
	return <Loaded live={live}>{(search) => <Report search={search} {...props} />}</Loaded>;
}

interface ReportProps extends Omit<FoundProps, 'id'> {
	search: PersonSearch;
}

function Report({ search: { mode, status, progress, report, error }, types, erase }: ReportProps) {
	if (status === 'running')
		return (
			<p role="status">
				{`${mode === 'erase' ? 'The erasure' : 'The search'} runs. It reads every history, so it takes a while. `}
				{progress?.message}
			</p>
		);
	if (report === null) return <p class="bad">{error ?? 'The search failed. Start it again.'}</p>;
	const { places, unlisted, complete } = report;
	const isTask = (where: string) => types.some(({ type }) => where.startsWith(`${type}~`));
	return (
		<>
			<p role="status">
				{`${mode === 'erase' ? 'The erasure has ended. ' : ''}${counted(places.length + unlisted, 'place')} found. `}
				{!complete && 'Some places could not be read, or are still in use.'}
			</p>
			<ul class="cards" aria-label="Places">
				{inOrder(places).map(({ kind, where, note, state, count }) => (
					<li key={kind + where + state} class="card">
						<p>
							<strong>{STATES[state]}</strong>
							{`: ${humanised(kind)}${count === null ? '' : ` (${count})`}, `}
							{isTask(where) ? <a href={taskLink(where)}>{where}</a> : <code>{where}</code>}
						</p>
						{note !== '' && <p class="soft">{note}</p>}
					</li>
				))}
			</ul>
			<div class="buttons">
				<ActionButton label={mode === 'erase' ? 'Erase again…' : 'Erase…'} look="bad" act={() => erase(report)} />
			</div>
		</>
	);
}

type Place = PersonReport['places'][number];

/** What an erasure does, or did, with a place. What it deletes comes first, and what others have to delete last. */
const STATES: Readonly<Record<Place['state'], string>> = {
	found: 'Will be erased',
	erased: 'Erased',
	open: 'Still in use',
	failed: 'Failed',
	elsewhere: 'Not here',
};

function inOrder(places: readonly Place[]): Place[] {
	const states = Object.keys(STATES);
	return [...places].sort((one, other) => states.indexOf(one.state) - states.indexOf(other.state));
}
