/** Milliseconds since the epoch of an HTTP date ("Sat, 21 Nov 2026 12:00:00 GMT"); null for anything else. */
export function parseHttpDate(value: string): number | null {
	if (!/^[A-Z][a-z]{2,8},? .+ (GMT|UTC)$/.test(value)) return null;
	const time = Date.parse(value);
	return Number.isNaN(time) ? null : time;
}
