import { zoneProblem } from './time-zone';

it.each(['UTC', 'Etc/UTC', 'Etc/GMT+3', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'US/Eastern'])(
	'%s is a time zone',
	(name) => {
		expect(zoneProblem(name)).toBeNull();
	},
);

it.each([
	['asia/kolkata', 'Asia/Kolkata'],
	['ASIA/CALCUTTA', 'Asia/Calcutta'],
	['europe/kyiv', 'Europe/Kyiv'],
	['us/eastern', 'US/Eastern'],
	['america/port-au-prince', 'America/Port-au-Prince'],
	['antarctica/dumontdurville', 'Antarctica/DumontDUrville'],
	['utc', 'UTC'],
	['etc/gmt+3', 'Etc/GMT+3'],
])('%s must be written as %s', (name, written) => {
	expect(zoneProblem(name)).toBe(`must be written as ${written}`);
});

it.each(['', 'Nope/Nope', 'Berlin', '+02:00', 'constructor', '__proto__', 'Factory', 'Local', '../UTC'])(
	'"%s" is none',
	(name) => {
		expect(zoneProblem(name)).toContain('is not a time zone');
	},
);

it('is one that Node can compute with', () => {
	for (const zone of Intl.supportedValuesOf('timeZone')) expect(zoneProblem(zone)).toBeNull();
});
