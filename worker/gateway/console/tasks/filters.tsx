import { useLocation } from 'preact-iso/router';
import type { TaskType } from '../api/types';
import { humanised } from '../words/words';

const STATUSES = ['running', 'completed', 'failed', 'cancelled', 'timed_out'];
const NAMES = ['type', 'status', 'connection'] as const;

/** Which tasks are shown, as GET /v1/tasks takes it. */
export type Filter = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** The filter of the page's address, so that people can link to it. */
export function useFilter(): Filter {
	const { query } = useLocation();
	return Object.fromEntries(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}

export interface FiltersProps {
	filter: Filter;
	types: TaskType[];
	connections: string[];
}

/** The fields of the filter. A change goes into the page's address. */
export function Filters({ filter, types, connections }: FiltersProps) {
	const { route } = useLocation();
	const change = (name: keyof Filter) => (value: string) => {
		const chosen = Object.entries({ ...filter, [name]: value }).filter(([, each]) => each !== '');
		route(`/?${new URLSearchParams(chosen).toString()}${location.hash}`, true);
	};
	return (
		<form class="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
			<Choice
				label="Type"
				value={filter.type}
				options={types.map(({ type, title }) => [type, title])}
				choose={change('type')}
			/>
			<Choice
				label="Status"
				value={filter.status}
				options={STATUSES.map((status) => [status, humanised(status)])}
				choose={change('status')}
			/>
			<Choice
				label="Connection"
				value={filter.connection}
				options={connections.map((name) => [name, name])}
				choose={change('connection')}
			/>
		</form>
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
