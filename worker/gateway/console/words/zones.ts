/** Browsers know some four hundred. Some do not list UTC. */
export const ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The zone that a part of a name can only mean: "berlin" is Europe/Berlin. @returns the text, if it means none or several */
export function zoneNamed(text: string): string {
	const part = text.trim().replaceAll(' ', '_').toLowerCase();
	const found = part === '' ? [] : ZONES.filter((name) => name.toLowerCase().includes(part));
	return found.find((name) => name.toLowerCase() === part) ?? (found.length === 1 ? (found[0] ?? text) : text);
}
