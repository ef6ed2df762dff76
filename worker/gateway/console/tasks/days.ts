/** The days of a filter as GET /v1/tasks takes them: from the beginning of one day to the end of another, where the reader is. */
export function startedBetween(from = '', to = ''): Record<string, string> {
	return { ...midnight('startedFrom', from, 0), ...midnight('startedBefore', to, 1) };
}

/** @param day `2026-11-23`. Anything else restricts nothing: somebody changed the page's address */
function midnight(name: string, day: string, later: number): Record<string, string> {
	const time = new Date(`${day}T00:00:00`);
	if (Number.isNaN(time.getTime())) return {};
	time.setDate(time.getDate() + later);
	return { [name]: time.toISOString() };
}
