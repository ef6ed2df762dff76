/** Fills {name} in a path of the table; null when a value would leave its place in the path (`.` and `..`). */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string | null {
	const segments = path.split('/').map((segment) => {
		const name = /^\{(\w+)\}$/.exec(segment)?.[1];
		return name === undefined ? segment : encodeURIComponent(String(params[name]));
	});
	return segments.some((segment) => segment === '.' || segment === '..') ? null : segments.join('/');
}

/** The query string with its question mark; what is undefined is left out; empty when nothing is left. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
	const given = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (typeof value === 'string' || typeof value === 'number') given.append(name, String(value));
	}
	return given.size === 0 ? '' : `?${given.toString()}`;
}
