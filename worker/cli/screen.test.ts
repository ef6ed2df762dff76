import { screenOf, timeInColumn, timesHead, timeText } from './screen';

const AT = '2026-07-23T22:05:09.123Z';
const berlin = { columns: 80, hasColours: false, timeZone: 'Europe/Berlin' };
const terminal = { isTTY: true, columns: 100, hasColors: () => true };

test('on a screen a time is local and names its zone', () => {
	expect(timeText(AT, berlin)).toBe('2026-07-24 00:05:09 Europe/Berlin');
	expect([timesHead('Started', berlin), timeInColumn(AT, berlin)]).toEqual([
		'Started (Europe/Berlin)',
		'2026-07-24 00:05:09',
	]);
});

test('elsewhere it is what the gateway says', () => {
	expect([timeText(AT, null), timesHead('Started', null), timeInColumn(AT, null)]).toEqual([AT, 'Started', AT]);
});

test('a pipe is no screen', () => {
	expect(screenOf({ ...terminal, isTTY: false }, {})).toBeNull();
});

test.each([
	[{}, true],
	[{ NO_COLOR: '' }, true],
	[{ NO_COLOR: '1' }, false],
])('with %j a terminal has colours: %s', (env, hasColours) => {
	expect(screenOf(terminal, env)).toMatchObject({ columns: 100, hasColours });
});

test('a terminal that reports no width has 80 columns', () => {
	expect(screenOf({ ...terminal, columns: 0 }, {})?.columns).toBe(80);
});
