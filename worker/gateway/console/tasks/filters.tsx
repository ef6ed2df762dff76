import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { at } from '../api/base-path';
import type { TaskType } from '../api/types';
import { humanised } from '../words/words';
import { PERIODS } from './days';
import { type Filter, filterIn, type FilterName } from './filter';
import { isAddress, shownFilter } from './search';

/** Whether a task runs, or how its run ended. What it did is on its badge. */
const STATUSES: ReadonlyArray<[value: string, text: string]> = [
	['running', 'Running'],
	['completed', 'Came to its end'],
	['failed', 'Failed'],
	['cancelled', 'Cancelled'],
	['timed_out', 'Timed out'],
];

/** After the last key, in ms. */
const PAUSE_MS = 300;

/** The filter of the page's address, so that people can link to it. */
export function useFilter() {
	return filterIn(useLocation().query);
}

/** A filter without the parts that restrict nothing. */
export function shownParts(filter: Filter): Filter {
	return Object.fromEntries(shownFilter(filter));
}

export interface FiltersProps {
	filter: Filter;
	types: TaskType[];
	connections: string[];
	/** Called while somebody types into the search. Null: the page's address names it now. */
	search: (text: string | null) => void;
	/** Called with an email address that somebody typed into the search. Empty: no longer one. */
	searchAddress: (address: string) => void;
}

/** The fields of the filter. A change goes into the page's address, but never an email address. */
export function Filters({ filter, types, connections, search, searchAddress }: FiltersProps) {
	const { route } = useLocation();
	/** What stands in the field. Null: what the page's address names. */
	const typed = useSignal<string | null>(null);
	useEffect(() => {
		// Somebody went back, or followed a link. An address is in no link.
		if (!isAddress(typed.value ?? '')) typed.value = null;
	}, [filter.search]);
	const go = (next: Filter) => {
		const query = new URLSearchParams(shownFilter(next)).toString();
		route(at(`/tasks${query === '' ? '' : `?${query}`}${location.hash}`), true);
	};
	const change = (name: FilterName) => (value: string) => go({ ...filter, [name]: value });
	const pending = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	// A part of an address is in no link either, so what somebody types stays out of the page's address until they are done.
	const type = (value: string) => {
		typed.value = value;
		clearTimeout(pending.current);
		const text = value.trim();
		pending.current = setTimeout(() => search(isAddress(text) ? '' : text), PAUSE_MS);
	};
	const finish = (value: string) => {
		typed.value = value;
		clearTimeout(pending.current);
		const text = value.trim();
		searchAddress(isAddress(text) ? text : '');
		go({ ...filter, search: isAddress(text) ? '' : text });
		search(null);
	};
	useEffect(() => () => clearTimeout(pending.current), []);
	return (
		<form class="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
			<label>
				Name or task id
				<input
					type="search"
					value={typed.value ?? filter.search ?? ''}
					maxLength={254}
					placeholder="Agent, type, schedule…"
					onInput={({ currentTarget }) => type(currentTarget.value)}
					onChange={({ currentTarget }) => finish(currentTarget.value)}
				/>
			</label>
			<Choice
				label="Type"
				value={filter.type}
				options={types.map(({ type, title }) => [type, title])}
				choose={change('type')}
			/>
			<Choice label="Status" value={filter.status} options={[...STATUSES]} choose={change('status')} />
			<Choice
				label="Needs a look"
				value={filter.needsAttention}
				options={[
					['true', 'Yes'],
					['false', 'No'],
				]}
				choose={change('needsAttention')}
			/>
			<Choice
				label="Connection"
				value={filter.connection}
				options={connections.map((name) => [name, name])}
				choose={change('connection')}
			/>
			<Choice
				label="Period"
				value={filter.period}
				options={PERIODS.map(({ name, label }) => [name, label])}
				choose={(period) => go({ ...filter, period, from: '', to: '' })}
			/>
			<Day label="Started from" value={filter.from} choose={(from) => go({ ...filter, from, period: '' })} />
			<Day label="Started until" value={filter.to} choose={(to) => go({ ...filter, to, period: '' })} />
		</form>
	);
}

function Day({ label, value = '', choose }: Omit<ChoiceProps, 'options'>) {
	return (
		<label>
			{label}
			<input type="date" value={value} onChange={({ currentTarget }) => choose(currentTarget.value)} />
		</label>
	);
}

interface ChoiceProps {
	label: string;
	value: string | undefined;
	options: Array<[value: string, text: string]>;
	choose: (value: string) => void;
}

function Choice({ label, value = '', options, choose }: ChoiceProps) {
	// Until the options are read, or when one is gone, the value of the address is an option of its own.
	const isKnown = value === '' || options.some(([each]) => each === value);
	const all = [['', 'All'] as const, ...options, ...(isKnown ? [] : [[value, humanised(value)] as const])];
	return (
		<label>
			{label}
			<select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
				{all.map(([each, text]) => (
					<option key={each} value={each}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}
