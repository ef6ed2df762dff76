/** The day now in UTC, as a date field has it. */
export function today(now = new Date()): string {
	return now.toISOString().slice(0, 10);
}

/**
 * What is wrong with the day of a date field.
 * @param day empty if it is incomplete, or not in the calendar
 * @returns null if the day is fine
 */
export function dayTrouble(day: string, now = new Date()): string | null {
	if (day === '') return 'This date is invalid. Enter an existing day, month and year. Nothing was done.';
	// A year of five digits has more characters.
	if (day.length === today(now).length && day <= today(now)) return null;
	return `${day} is in the future (today is ${today(now)} in UTC). Choose an earlier day. Nothing was done.`;
}
