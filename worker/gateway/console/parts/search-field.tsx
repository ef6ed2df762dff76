import type { ComponentChildren } from 'preact';

interface SearchFieldProps {
	/** Unique on the page. */
	id: string;
	label: string;
	value: string;
	onSearch: (typed: string) => void;
	/** What was found. */
	children?: ComponentChildren;
}

/** A field that narrows what a list shows. */
export function SearchField({ id, label, value, onSearch, children }: SearchFieldProps) {
	return (
		<div class="field search">
			<label for={id}>{label}</label>
			<input id={id} type="search" value={value} onInput={({ currentTarget }) => onSearch(currentTarget.value)} />
			{children}
		</div>
	);
}
