/** When the reader's day began. @param now Default: the present moment */
export function startOfToday(now = new Date()): Date {
	const start = new Date(now);
	start.setHours(0, 0, 0, 0);
	return start;
}

/** The name of the reader's zone: `Europe/Berlin`. */
export function readersZone(): string {
	return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
