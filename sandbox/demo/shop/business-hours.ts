const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** How busy an hour is, compared with the others. Hours and days are in UTC. */
function weightOf(startsAt: number): number {
	const at = new Date(startsAt);
	const isWeekend = [0, 6].includes(at.getUTCDay());
	const hour = at.getUTCHours();
	const isDay = hour >= 7 && hour < 21;
	return (isWeekend ? 1 : 3) * (isDay ? 6 : 1);
}

/**
 * Moments of visits up to now, oldest first: more on weekdays than at weekends, and more by day than at night.
 * @param now milliseconds since 1970, as the moments
 */
export function businessMoments(count: number, days: number, now: number): number[] {
	const hours = Array.from({ length: days * DAY_HOURS }, (_, index) => {
		const startsAt = now - (days * DAY_HOURS - index) * HOUR_MS;
		return { startsAt, weight: weightOf(startsAt) };
	});
	const step = hours.reduce((sum, { weight }) => sum + weight, 0) / count;
	const moments: number[] = [];
	let passed = 0;
	for (const { startsAt, weight } of hours) {
		for (let next = (moments.length + 0.5) * step; next < passed + weight && moments.length < count; next += step) {
			moments.push(Math.floor(startsAt + ((next - passed) / weight) * HOUR_MS));
		}
		passed += weight;
	}
	return moments;
}

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
