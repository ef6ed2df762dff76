import { z } from 'zod';
import { leadExportResultSchema } from '../../../../workflows/export/contract';
import { conversationExportResultSchema } from '../../../../workflows/conversation-export/contract';
import { scheduleViewSchema, taskViewSchema } from '../../../../worker/gateway/schemas';
import { CALENDAR_PERIODS, type CalendarDays, lastPeriod } from '../../../../api/calendar-days';
import { LATE_MS } from '../../../../workflows/task/late-items';
import { ask } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';
import { eventually, isThere } from '../../../support/time/eventually';
import { now } from '../../../support/time/moments';

let platform: GatewayPlatform;
let agentId: string;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1000 });
});
afterAll(() => platform.close());
beforeEach(async () => {
	({ id: agentId } = await platform.admin.createAgent({ name: 'Periods', website: platform.sandbox.siteUrl }));
});

/** Its days begin at a quarter to or past an hour of UTC. */
const timeZone = 'Pacific/Chatham';

/** Just before a period, its first and last millisecond, and just after it. */
const around = ({ from, until }: CalendarDays) =>
	[Date.parse(from) - 1, Date.parse(from), Date.parse(until) - 1, Date.parse(until)].map((at) =>
		new Date(at).toISOString(),
	);

let made = 0;
async function capture(capturedAt?: string): Promise<void> {
	made += 1;
	const name = `lead-${made}`;
	const at = capturedAt ?? now().toISOString();
	await platform.admin.captureLead(agentId, { name, email: `${name}@client.example`, capturedAt: at });
}

async function ended(taskId: string) {
	return eventually(
		async () => {
			const { body } = await ask(platform, { path: `/v1/tasks/${encodeURIComponent(taskId)}?wait=30` });
			const task = taskViewSchema.parse(body);
			return task.status === 'running' ? null : task;
		},
		isThere,
		`${taskId} to end`,
	);
}

let started = 0;
function start(type: string, input: object) {
	const body = { connection: 'main', agentIds: [agentId], ...input };
	return ask(platform, { method: 'POST', path: `/v1/tasks/${type}`, key: `period ${(started += 1)}`, body });
}

async function exported(type: string, input: object): Promise<unknown> {
	const response = await start(type, input);
	expect(response).toMatchObject({ status: 202 });
	const task = await ended(z.looseObject({ id: z.string() }).parse(response.body).id);
	expect(task).toMatchObject({ status: 'completed' });
	return task.result;
}

describe.each(CALENDAR_PERIODS)('%s', (period) => {
	it('has each lead of its days, by the zone that was named, and says which days they are', async () => {
		const days = lastPeriod(period, now().getTime(), timeZone);
		for (const at of around(days)) await capture(at);
		const result = leadExportResultSchema.parse(await exported('lead-export', { period, timeZone }));
		expect([result.rows, result.period]).toEqual([2, { period, ...days }]);
	});

	it('has each conversation that began in its days', async () => {
		const days = lastPeriod(period, now().getTime(), timeZone);
		for (const at of around(days)) await platform.admin.beginConversation(agentId, { createdAt: at });
		const result = conversationExportResultSchema.parse(await exported('conversation-export', { period, timeZone }));
		expect([result.conversations, result.period]).toEqual([2, { period, ...days }]);
	});
});

describe('since the last run', () => {
	it('has what came after the run before, each once, and everything at first but what is so young', async () => {
		const old = new Date(now().getTime() - 3_600_000).toISOString();
		for (let each = 0; each < 3; each += 1) await capture(old);
		await capture();
		const body = {
			type: 'lead-export',
			input: { connection: 'main', agentIds: [agentId], period: 'since_last_run' },
			cron: '0 3 1 1 *',
			timeZone: 'UTC',
		};
		expect(await ask(platform, { method: 'PUT', path: '/v1/schedules/since', body })).toMatchObject({ status: 200 });
		const run = async (count: number) => {
			await ask(platform, { method: 'POST', path: '/v1/schedules/since/run-now', key: `run ${count}`, body: {} });
			const taskId = await eventually(
				async () => {
					const { body: view } = await ask(platform, { path: '/v1/schedules/since' });
					return scheduleViewSchema.parse(view).recent[count - 1]?.taskId;
				},
				isThere,
				`run ${count}`,
				{ looks: 3_000 },
			);
			return leadExportResultSchema.parse((await ended(taskId)).result);
		};
		const first = await run(1);
		expect([first.rows, first.period?.from]).toEqual([3, null]);
		expect(first.period?.until).toBe(new Date(Date.parse(first.asOf) - LATE_MS).toISOString());
		// Listed only now, with a time before the first run began: the time of a lead is that of the service's clock.
		await capture(first.period?.until);
		await capture(first.period?.until);
		const second = await run(2);
		expect([second.rows, second.period?.from]).toEqual([2, first.period?.until]);
		const third = await run(3);
		expect([third.rows, third.period?.from]).toEqual([0, second.period?.until]);
	});

	it('is refused for a task that no schedule starts, before anything is read', async () => {
		for (const type of ['lead-export', 'conversation-export'])
			expect(await start(type, { period: 'since_last_run' })).toMatchObject({
				status: 422,
				body: { type: 'no_last_run', issues: [{ path: 'period' }] },
			});
		for (const type of ['lead-export', 'conversation-export']) {
			const input = { connection: 'main', agentIds: [agentId], period: 'since_last_run' };
			expect(await ask(platform, { method: 'POST', path: '/v1/tasks/check', body: { type, input } })).toMatchObject({
				status: 422,
				body: { type: 'no_last_run', issues: [{ path: 'period' }] },
			});
		}
		const args = ['run', 'lead-export', '--connection', 'main', '--agents', agentId, '--period', 'since_last_run'];
		expect((await runCommand(platform, args)).notes).toContain('Create a schedule with this period');
	});

	it.each(['lead-export', 'conversation-export'])(
		'is refused for a %s of each connection, by whatever',
		async (type) => {
			const input = { version: 1, selector: '!client', type, input: { period: 'since_last_run' } };
			const refused = (path: string) => ({
				status: 422,
				body: {
					type: 'no_last_run',
					detail: expect.stringContaining('each connection') as string,
					issues: [{ path }],
				},
			});
			const post = (path: string, body: object) => ask(platform, { method: 'POST', path, key: `each ${type}`, body });
			expect(await post('/v1/tasks/for-each-connection', input)).toMatchObject(refused('input.period'));
			const check = { type: 'for-each-connection', input };
			expect(await post('/v1/tasks/check', check)).toMatchObject(refused('input.period'));
			const schedule = { ...check, cron: '0 3 * * *', timeZone: 'UTC' };
			const saved = await ask(platform, { method: 'PUT', path: `/v1/schedules/each-${type}`, body: schedule });
			expect(saved).toMatchObject(refused('input.input.period'));
		},
	);
});

it.each([
	['two periods', { period: 'yesterday', lastDays: 3 }, 'period'],
	['a period and a day', { period: 'yesterday', endDate: '2026-01-01' }, 'period'],
	['a zone without a period', { timeZone: 'Europe/Berlin' }, 'timeZone'],
	['a zone since the last run', { period: 'since_last_run', timeZone: 'Europe/Berlin' }, 'timeZone'],
	['an unknown zone', { period: 'yesterday', timeZone: 'Mars/Base' }, 'timeZone'],
	['an unknown period', { period: 'today' }, 'period'],
])('refuses %s, and names the field', async (_what, input, path) => {
	expect(await start('lead-export', input)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
});
