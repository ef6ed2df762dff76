import { dayTrouble } from './read-again-day';

const NOW = new Date('2026-11-21T23:30:00Z');

test.each(['2020-01-01', '2026-11-21'])('leads can be read again since %s', (day) => {
	expect(dayTrouble(day, NOW)).toBeNull();
});

test.each([
	['', 'This date is invalid.'],
	['2026-11-22', '2026-11-22 is in the future (today is 2026-11-21 in UTC).'],
	['12026-01-01', '12026-01-01 is in the future'],
])('a day of "%s" is refused before anything is sent', (day, trouble) => {
	expect(dayTrouble(day, NOW)).toContain(trouble);
	expect(dayTrouble(day, NOW)).toContain('Nothing was done.');
});
