import { zoneNamed } from './zones';

test.each([
	['Berlin', 'Europe/Berlin'],
	[' new york ', 'America/New_York'],
	['europe/berlin', 'Europe/Berlin'],
	['utc', 'UTC'],
	// Several, or none.
	['Europe', 'Europe'],
	['Nowhere', 'Nowhere'],
	['', ''],
])('"%s" means the zone "%s"', (text, zone) => {
	expect(zoneNamed(text)).toBe(zone);
});
