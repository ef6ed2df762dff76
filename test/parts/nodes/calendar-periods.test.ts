import { CALENDAR_PERIODS, lastPeriod } from '../../../api/calendar-days';
import { itemsOf } from '../../support/nodes/agent-knowledge';
import { now } from '../../support/time/moments';
import { AGENT } from './matrix/sample';
import { World } from './matrix/world';

// Whole days that have passed, in the zone of the workflow. This one is a quarter to or past an hour of UTC.

const timeZone = 'Pacific/Chatham';
const ZONES = [timeZone, 'America/Los_Angeles', 'UTC'];

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => vi.useRealTimers());
afterAll(() => world.close());

describe.each(ZONES)('in %s', (zone) => {
	it.each(CALENDAR_PERIODS)('Get Many of leads has those of %s, and says which days these are', async (period) => {
		const agent = await world.agent();
		const { from, until, firstDay, lastDay } = lastPeriod(period, now().getTime(), zone);
		const [first, after] = [Date.parse(from), Date.parse(until)];
		// Just before, the first and the last one, and just after.
		for (const at of [first - 1, first, after - 1, after]) {
			const capturedAt = new Date(at).toISOString();
			await world.add(agent, 'leads', { name: capturedAt, email: 'a@person.example', capturedAt });
		}
		const fields = { ...AGENT, returnAll: true, filters: { period } };
		const { rows, hints } = await world.node.run('lead', 'getAll', fields, {
			items: itemsOf({ agent }),
			timeZone: zone,
		});
		expect(rows.map(({ name }) => name).toSorted()).toEqual([first, after - 1].map((at) => new Date(at).toISOString()));
		const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
		expect(hints.map(({ message }) => message)).toEqual([`Item 0: the period is ${days} (${zone}).`]);
	});
});

it('runs of two nights have each lead once, also where the clock changes at midnight', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const zone = 'America/Havana';
	const agent = await world.agent();
	const hours = Array.from({ length: 49 }, (_, hour) => Date.parse('2026-03-07T05:30:00Z') + hour * 3_600_000);
	for (const at of hours)
		await world.add(agent, 'leads', { name: 'N', email: 'a@p.example', capturedAt: new Date(at).toISOString() });
	const counted: number[] = [];
	// The nights after the 7th, and after the 8th, which has 23 hours.
	for (const at of ['2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z']) {
		vi.setSystemTime(Date.parse(at));
		const fields = { ...AGENT, returnAll: true, filters: { period: 'yesterday' } };
		const { rows } = await world.node.run('lead', 'getAll', fields, { items: itemsOf({ agent }), timeZone: zone });
		counted.push(rows.length);
	}
	expect(counted).toEqual([24, 23]);
});

it('counts what the filters of the node leave of the leads of the period', async () => {
	const agent = await world.agent();
	const { from, until } = lastPeriod('last_week', now().getTime(), timeZone);
	for (const capturedAt of [from, until])
		await world.add(agent, 'leads', { name: 'N', email: 'a@p.example', country: 'Norway', capturedAt });
	const filters = { period: 'last_week', country: 'Norway' };
	const run = { items: itemsOf({ agent }), timeZone };
	const { rows, hints } = await world.node.run('lead', 'getAll', { ...AGENT, limit: 5, filters }, run);
	expect([rows.length, hints.map(({ message }) => message).join()]).toEqual([
		1,
		expect.stringContaining('1 of 1 leads match'),
	]);
});

it.each(CALENDAR_PERIODS)('Get Metrics asks the service for the days of %s', async (period) => {
	const agent = await world.agent();
	const { firstDay, lastDay } = lastPeriod(period, now().getTime(), timeZone);
	const fields = { ...AGENT, filters: { period } };
	const asked: unknown[] = [];
	const { rows, hints } = await world.node.run('codConfirmation', 'getMetrics', fields, {
		items: itemsOf({ agent }),
		timeZone,
		onRequest: ({ qs }) => {
			asked.push(qs);
		},
	});
	expect(rows).toMatchObject([{ agentId: agent }]);
	expect(asked).toEqual([{ startDate: firstDay, endDate: lastDay }]);
	expect(hints.map(({ message }) => message).join()).toContain(timeZone);
});

it.each([
	['lead', 'getAll'],
	['codConfirmation', 'getMetrics'],
])('%s: %s refuses a period with days, before it asks', async (resource, operation) => {
	const filters = { period: 'yesterday', endDate: '2026-03-01' };
	const { error } = await world.node.run(
		resource,
		operation,
		{ ...AGENT, filters },
		{ items: itemsOf({ agent: 'a' }) },
	);
	expect(error?.message).toBe('The field "Period" cannot be combined with "End Date"');
});
