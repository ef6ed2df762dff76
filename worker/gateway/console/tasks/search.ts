/** Contents of tasks are encrypted. An address must not come into the page's address, which browsers keep. */
export function isAddress(text: string): boolean {
	return text.includes('@');
}

/** The parts of a filter that restrict something. */
export function shownFilter(
	filter: Readonly<Record<string, string | undefined>>,
): Array<[name: string, value: string]> {
	return Object.entries(filter).flatMap(([name, value]): Array<[string, string]> =>
		value === undefined || value === '' ? [] : [[name, value]],
	);
}
