import { finishTime } from './finish-time';

test.each([
	['2026-01-10T01:00:00Z', '06:00', 'Europe/Berlin', '2026-01-10T05:00:00Z'],
	['2026-01-10T22:00:00Z', '06:00', 'Europe/Berlin', '2026-01-11T05:00:00Z'],
	['2026-01-10T05:00:00Z', '06:00', 'Europe/Berlin', '2026-01-11T05:00:00Z'],
	['2026-03-29T00:00:00Z', '06:00', 'Europe/Berlin', '2026-03-29T04:00:00Z'],
	['2026-10-24T23:00:00Z', '06:00', 'Europe/Berlin', '2026-10-25T05:00:00Z'],
	['2026-01-10T20:00:00Z', '08:30', 'Asia/Kolkata', '2026-01-11T03:00:00Z'],
])('a run due at %s should be done by %s in %s: %s', (dueAt, finishBy, timeZone, expected) => {
	expect(new Date(finishTime(Date.parse(dueAt), finishBy, timeZone)).toISOString()).toBe(
		new Date(expected).toISOString(),
	);
});
