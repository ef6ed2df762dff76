/** Fills {name} in a path of the table. Every value was checked: `.` and `..` would leave their place (`idProblem`). */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** The query string with its question mark; what is undefined is left out; empty when nothing is left. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
	const given = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (typeof value === 'string' || typeof value === 'number') given.append(name, String(value));
	}
	return given.size === 0 ? '' : `?${given.toString()}`;
}
