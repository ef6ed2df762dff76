interface SearchFieldProps {
	/** Unique on the page. */
	id: string;
	label: string;
	value: string;
	onSearch: (typed: string) => void;
}

/** A field that narrows what a list shows. */
export function SearchField({ id, label, value, onSearch }: SearchFieldProps) {
	return (
		<>
			<label for={id}>{label}</label>
			<input id={id} type="search" value={value} onInput={({ currentTarget }) => onSearch(currentTarget.value)} />
		</>
	);
}
