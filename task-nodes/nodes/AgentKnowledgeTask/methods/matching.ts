export interface Entry {
	name: string;
	value: string;
}

/** @param filter what the user typed into the list's search box. It may be anywhere in a name */
export function matching(items: readonly Entry[], filter = ''): Entry[] {
	const wanted = filter.trim().toLowerCase();
	return items
		.filter(({ name }) => name.toLowerCase().includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
}
