import { zones } from 'tzdata';

/** Every name of the IANA time zone database, links such as US/Eastern included, by the name in lower case. */
const NAMES = new Map(
	Object.keys(zones)
		// A placeholder of the database, not a zone.
		.filter((name) => name !== 'Factory')
		.map((name) => [name.toLowerCase(), name]),
);

/**
 * Checks the name of a time zone as Temporal does, which distinguishes upper and lower case. Node ignores it, and names
 * many links otherwise, so it cannot say how a name is written.
 * @returns the end of a sentence about it; null: it is valid
 */
export function zoneProblem(timeZone: string): string | null {
	const name = NAMES.get(timeZone.toLowerCase());
	if (name === timeZone) return null;
	if (name !== undefined) return `must be written as ${name}`;
	return `"${timeZone}" is not a time zone; use a name such as Europe/Berlin or UTC`;
}
