/** A time for people, with the name of its zone. @param time ISO 8601 @param timeZone IANA name */
export function timeInZone(time: string, timeZone: string): string {
	const date = new Date(time);
	if (Number.isNaN(date.getTime())) return time;
	const text = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
	}).format(date);
	return `${text} (${timeZone})`;
}
