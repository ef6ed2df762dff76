import { run } from '../../support/task-nodes/engine';
import { type TestFlow, flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';

const connection = { __rl: true, mode: 'name', value: 'main' };
const nightly = { resource: 'schedule', operation: 'retrainNightly', connection, scheduleName: 'nightly' };
const save = { resource: 'schedule', operation: 'createOrUpdate', connection, scheduleName: 'plan' };

const gateway = useTaskGateway();

async function runWith(parameters: TestFlow['parameters']) {
	const execution = await run(flowOf({ items: [{}], parameters }), gateway.credential);
	const items = execution.data.resultData.runData['Task']?.[0]?.data?.['main']?.[0] ?? [];
	return { error: execution.error, items: items.map(({ json }) => json) };
}

/** The schedules as the gateway has them. */
async function schedules() {
	return await gateway.schedules.list();
}

describe('Retrain Agents Nightly', () => {
	it('retrains all agents at 4 in the morning, in the time zone of the workflow', async () => {
		const { error, items } = await runWith({ ...nightly, options: {} });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ id: 'nightly', cron: ['0 4 * * *'], timeZone: 'America/New_York' }]);
		expect(items[0]).toMatchObject({ links: { page: `${gateway.url}/schedules` } });
		expect(await schedules()).toMatchObject([
			{ type: 'nightly-retrain', input: { connection: 'main' }, paused: false },
		]);
	});

	it('takes the agents, the time and the options', async () => {
		const time = { hour: 4, minute: 30, timeZone: 'Europe/Berlin' };
		const options = { paused: true, jitter: { duration: { amount: 10, unit: 'minutes' } } };
		const chosen = { agents: 'chosen', agentIds: ['agent_a', 'agent_b'] };
		await runWith({ ...nightly, ...chosen, ...time, options: { ...options, atOnce: 5 } });
		expect(await schedules()).toMatchObject([
			{
				cron: ['30 4 * * *'],
				timeZone: 'Europe/Berlin',
				paused: true,
				jitterSeconds: 600,
				input: { agentIds: ['agent_a', 'agent_b'], atOnce: 5 },
			},
		]);
	});

	it('changes the schedule of its name', async () => {
		await runWith({ ...nightly, hour: 3 });
		await runWith({ ...nightly, hour: 5 });
		expect(await schedules()).toMatchObject([{ cron: ['0 5 * * *'] }]);
	});
});

describe('Create or Update', () => {
	it.each([
		[{ every: 'hour', minute: 15 }, '15 * * * *'],
		[{ every: 'day', hour: 6 }, '0 6 * * *'],
		[{ every: 'week', weekdays: [1, 5], hour: 7 }, '0 7 * * 1,5'],
		[{ every: 'month', dayOfMonth: 3, hour: 8, minute: 5 }, '5 8 3 * *'],
		[{ every: 'cron', cron: '*/5 * * * *' }, '*/5 * * * *'],
	])('runs as %j says', async (times, cron) => {
		expect((await runWith({ ...save, ...times })).items).toMatchObject([{ cron: [cron] }]);
	});

	it('says which runs a clock change skips or repeats, also simplified', async () => {
		const times = { every: 'cron', cron: '30 2 * * *', timeZone: 'Europe/Berlin' };
		const clockWarnings = [
			expect.stringMatching(/02:30 (comes twice|does not exist) in Europe\/Berlin/),
			expect.stringMatching(/02:30 (comes twice|does not exist) in Europe\/Berlin/),
		] as unknown;
		expect((await runWith({ ...save, ...times })).items).toMatchObject([{ clockWarnings }]);
		expect((await runWith({ ...save })).items).toMatchObject([{ cron: ['0 4 * * *'], clockWarnings: [] }]);
	});

	it('schedules the retrain of one agent', async () => {
		const agentId = { __rl: true, mode: 'id', value: 'agent_a' };
		await runWith({ ...save, scheduledTask: 'retrainOne', agentId });
		expect(await schedules()).toMatchObject([{ type: 'nightly-retrain', input: { agentIds: ['agent_a'] } }]);
	});

	it('schedules a set of knowledge that the worker fetches', async () => {
		const more = {
			agentId: { __rl: true, mode: 'id', value: 'agent_a' },
			set: 'Site',
			rowType: 'fetched',
			mode: 'mirror',
		};
		const setUrl = 'https://www.example.com/sitemap.xml';
		await runWith({ ...save, scheduledTask: 'keepInStep', ...more, setUrl, options: { include: '/help/**' } });
		const input = { agentId: 'agent_a', set: 'Site', url: setUrl, include: ['/help/**'], mode: 'mirror', drift: 'ask' };
		expect(await schedules()).toMatchObject([{ type: 'knowledge-sync', input }]);
	});

	it('schedules an export of the last days', async () => {
		const options = { email: '@example.com' };
		await runWith({
			...save,
			scheduledTask: 'exportLeads',
			period: 'lastDays',
			lastDays: 30,
			format: 'xlsx',
			options,
		});
		const input = { lastDays: 30, format: 'xlsx', email: '@example.com' };
		expect(await schedules()).toMatchObject([{ type: 'lead-export', input }]);
	});

	it.each([
		// The zone of the flow, which n8n has in $now.
		[{ period: 'last_week' }, { period: 'last_week', timeZone: 'America/New_York' }],
		[
			{ period: 'yesterday', periodZone: 'Europe/Berlin' },
			{ period: 'yesterday', timeZone: 'Europe/Berlin' },
		],
		[{ period: 'since_last_run' }, { period: 'since_last_run' }],
	])('schedules an export of the period %j', async (chosen, expected) => {
		await runWith({ ...save, scheduledTask: 'exportLeads', format: 'csv', ...chosen, options: {} });
		const found = await schedules();
		expect(found).toMatchObject([{ type: 'lead-export', input: expected }]);
		const zone = JSON.stringify(found).match(/"input":\{[^}]*"timeZone":"([^"]+)"/)?.[1];
		expect(zone).toBe('timeZone' in expected ? expected.timeZone : undefined);
	});

	it('schedules an export of conversations, with the options that were added', async () => {
		const options = { channel: 'website', state: 'resolved' };
		const { error } = await runWith({
			...save,
			scheduledTask: 'exportConversations',
			period: 'lastDays',
			lastDays: 1,
			conversationFormat: 'csv',
			options,
		});
		expect(error).toBeUndefined();
		const input = { lastDays: 1, format: 'csv', ...options };
		expect(await schedules()).toMatchObject([{ type: 'conversation-export', input }]);
		await runWith({ ...save, scheduledTask: 'exportConversations', conversationFormat: 'ndjson', options: {} });
		expect(JSON.stringify(await schedules())).not.toMatch(/resolved|website/);
	});

	it.each([
		[
			{ scheduledTask: 'retrainMany', agents: 'chosen', agentIds: ['nobody'] },
			/^Agent Names or IDs: "nobody" is unknown/,
		],
		[{ scheduledTask: 'retrainOne', agentId: { __rl: true, mode: 'id', value: 'nobody' } }, /^Agent: "nobody" is/],
		[{ every: 'cron', cron: 'every day' }, /^Cron Expression/],
		[
			{ every: 'cron', cron: '30 2 25-31 3 SUN', timeZone: 'Europe/Berlin' },
			/^Cron Expression: .*its times do not exist in Europe\/Berlin/,
		],
		[{ timeZone: 'Mars' }, /^Time Zone: "Mars"/],
		[{ every: 'week', weekdays: [] }, /^The field "Weekdays" is empty/],
		[{ hour: 30 }, /^The field "Hour" must be from 0 to 23/],
		[{ scheduleName: 'not a name' }, /^Schedule Name/],
	])('refuses %j in the words of the form', async (wrong, message) => {
		expect((await runWith({ ...save, ...wrong })).error?.message).toMatch(message);
		expect(await schedules()).toEqual([]);
	});
});

it('Get Many gives an item for each schedule, with its next times', async () => {
	await runWith(nightly);
	const { items } = await runWith({ resource: 'schedule', operation: 'getAll' });
	expect(items).toMatchObject([
		{ id: 'nightly', next: expect.any(Array) as unknown, links: { page: expect.any(String) as string } },
	]);
});

describe('Run Now and Delete', () => {
	const schedule = { __rl: true, mode: 'name', value: 'nightly' };

	it('run and delete a schedule', async () => {
		await runWith(nightly);
		expect((await runWith({ resource: 'schedule', operation: 'runNow', schedule })).items).toMatchObject([
			{ id: 'nightly' },
		]);
		const { items } = await runWith({ resource: 'schedule', operation: 'delete', schedule });
		expect(items).toEqual([{ id: 'nightly', deleted: true }]);
		expect(await schedules()).toEqual([]);
	});

	it.each(['runNow', 'delete'])('%s names a schedule that is not there', async (operation) => {
		const { error } = await runWith({ resource: 'schedule', operation, schedule });
		expect(error?.message).toMatch(/^There is no schedule "nightly.*" \(404\)$/);
	});
});
