export interface Entry {
	name: string;
	value: string;
}

/** What the user typed into the list's search box, found anywhere in a name. */
export function matching(items: readonly Entry[], filter = ''): Entry[] {
	const wanted = filter.trim().toLowerCase();
	return items
		.filter(({ name }) => name.toLowerCase().includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
}
