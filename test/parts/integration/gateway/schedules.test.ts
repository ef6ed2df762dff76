import { z } from 'zod';
import { now } from '../../../support/time/moments';
import { eventually, isThere } from '../../../support/time/eventually';
import { schedulePreviewSchema, scheduleViewSchema, taskViewSchema } from '../../../../worker/gateway/schemas';
import { nightlyRetrainResultSchema } from '../../../../workflows/nightly-retrain/contract';
import { ask, type Question } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1000 });
	// It becomes due while the other tests run.
	const { id } = await platform.admin.createAgent({ name: 'Clock', website: platform.sandbox.siteUrl });
	const minutely = { cron: '* * * * *', timeZone: 'UTC', input: { ...input, agentIds: [id] } };
	await ask(platform, put('minutely', minutely));
});
afterAll(() => platform.close());
afterEach(() => platform.admin.setSettings({ clockFactor: 1000 }));

const input = { connection: 'main', agentIds: ['agent_support'] };
const nights = { type: 'nightly-retrain', input, cron: '30 3 * * 1-5', timeZone: 'Europe/Berlin' };

function put(id: string, more: object = {}): Question {
	return { method: 'PUT', path: `/v1/schedules/${id}`, body: { ...nights, ...more } };
}

async function view(id: string) {
	return scheduleViewSchema.parse((await ask(platform, { path: `/v1/schedules/${id}` })).body);
}

/** The task of a schedule's run, once it has ended. */
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

/** The id of the newest run, once there are so many. */
async function run(id: string, count: number): Promise<string> {
	return eventually(async () => (await view(id)).recent[count - 1]?.taskId, isThere, `run ${count} of ${id}`, {
		looks: 3_000,
	});
}

describe('a schedule', () => {
	it("is made, shown with Temporal's next times, changed by the same name, and deleted", async () => {
		const made = await ask(platform, put('week', { jitterSeconds: 60, note: 'Ask Kim' }));
		expect(made).toMatchObject({ status: 200, body: { id: 'week', cron: ['30 3 * * 1-5'], paused: false } });
		const { next, input: kept, running, counts } = await view('week');
		expect(next).toHaveLength(10);
		for (const time of next) {
			const local = new Date(time).toLocaleString('en-GB', {
				timeZone: 'Europe/Berlin',
				weekday: 'short',
				timeStyle: undefined,
				hour: '2-digit',
				minute: '2-digit',
			});
			expect(local).toMatch(/^(Mon|Tue|Wed|Thu|Fri),? 03:3[01]$/);
		}
		expect(kept).toMatchObject({ version: 1, ...input, atOnce: 3 });
		expect([running, counts]).toEqual([[], { started: 0, missed: 0, skipped: 0 }]);

		await ask(platform, { method: 'POST', path: '/v1/schedules/week/pause', body: { note: 'Holidays' } });
		const changed = await ask(platform, put('week', { cron: ['0 4 * * *', '0 16 * * *'], timeZone: 'UTC' }));
		expect(changed).toMatchObject({
			status: 200,
			body: { cron: ['0 4 * * *', '0 16 * * *'], timeZone: 'UTC', jitterSeconds: 0, paused: true, note: 'Holidays' },
		});
		const resumed = await ask(platform, { method: 'POST', path: '/v1/schedules/week/resume', body: {} });
		expect(resumed.body).toMatchObject({ paused: false });
		await eventually(
			async () => {
				const { text } = await ask(platform, { path: '/v1/schedules' });
				return text.includes('0 16 * * *') ? text : null;
			},
			isThere,
			'the list',
		);
		expect((await ask(platform, { method: 'DELETE', path: '/v1/schedules/week' })).status).toBe(204);
		expect((await ask(platform, { path: '/v1/schedules/week' })).status).toBe(404);
	});

	it.each([
		['asia/kolkata', 400],
		['Asia/Calcutta', 200],
		['europe/kyiv', 400],
		['us/eastern', 400],
		['US/Eastern', 200],
		['EST5EDT', 200],
		['etc/gmt+3', 400],
	])('has one check of its zone for preview and save: %s gets %i', async (timeZone, status) => {
		const { cron } = nights;
		const preview = await ask(platform, { method: 'POST', path: '/v1/schedules/preview', body: { cron, timeZone } });
		const saved = await ask(platform, put('zone', { timeZone, paused: true }));
		expect([preview.status, saved.status]).toEqual([status, status]);
	});

	it.each([
		[
			'an unknown agent',
			{ input: { connection: 'main', agentIds: ['agent_support', 'agent_none'] } },
			'input.agentIds.1',
		],
		['a connection whose key is refused', { input: { connection: 'wrong' } }, 'input.connection'],
		['a cron line that never fires', { cron: '0 0 31 2 *' }, 'cron.0'],
		['a cron line whose times the clock skips', { cron: ['0 4 * * *', '30 2 25-31 3 SUN'] }, 'cron.1'],
		['an unknown zone', { timeZone: 'Mars/Base' }, 'timeZone'],
		['a zone that Node knows and Temporal does not', { timeZone: '+02:00' }, 'timeZone'],
	])('is refused for %s, and is not there afterwards', async (_what, more, path) => {
		const refused = await ask(platform, put('refused', more));
		expect(refused.status).toBeGreaterThanOrEqual(400);
		expect(refused.status).toBeLessThan(500);
		expect(refused.body).toMatchObject({ issues: [{ path }] });
		expect((await ask(platform, { path: '/v1/schedules/refused' })).status).toBe(404);
	});

	it.each([
		['30 3 * * 1-5', 'Europe/Berlin'],
		['0 0 29 2 *', 'UTC'],
		['15 22 13 * FRI', 'America/New_York'],
	])('has the times that were previewed for %s in %s', async (cron, timeZone) => {
		const path = '/v1/schedules/preview';
		const { body } = await ask(platform, { method: 'POST', path, body: { cron, timeZone } });
		const { next } = schedulePreviewSchema.parse(body);
		expect((await ask(platform, put('previewed', { cron, timeZone }))).status).toBe(200);
		expect((await view('previewed')).next.slice(0, 5)).toEqual(next);
		await ask(platform, { method: 'DELETE', path: '/v1/schedules/previewed' });
	});

	it('is saved on a condition: as a new one, or as a change of the version that was read', async () => {
		const create = { ...put('shared', { note: 'First' }), headers: { 'if-none-match': '*' } };
		expect((await ask(platform, create)).status).toBe(200);
		expect((await ask(platform, create)).status).toBe(200);
		const taken = { ...put('shared', { note: 'Second' }), headers: { 'if-none-match': '*' } };
		expect(await ask(platform, taken)).toMatchObject({ status: 412, body: { type: 'schedule_exists' } });

		const { version } = await view('shared');
		const headers = { 'if-match': `"${version}"` };
		const theirs = { ...put('shared', { cron: '0 4 * * *', paused: true }), headers };
		expect(await ask(platform, theirs)).toMatchObject({ status: 200, body: { note: 'First', paused: true } });
		expect((await ask(platform, theirs)).status).toBe(200);
		const mine = { ...put('shared', { cron: '0 5 * * *' }), headers };
		expect(await ask(platform, mine)).toMatchObject({ status: 412, body: { type: 'schedule_changed' } });
		expect(await view('shared')).toMatchObject({ cron: ['0 4 * * *'] });
		expect((await ask(platform, put('shared', { cron: '0 5 * * *' }))).status).toBe(200);
		await ask(platform, { method: 'DELETE', path: '/v1/schedules/shared' });
		expect((await ask(platform, mine)).status).toBe(412);
	});

	it('runs now, once for each key, and never twice at the same time', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		await ask(platform, put('now'));
		const runNow = (key: string) => ask(platform, { method: 'POST', path: '/v1/schedules/now/run-now', key });
		expect((await runNow('first')).status).toBe(202);
		const taskId = await run('now', 1);
		expect(taskId).toMatch(/^nightly-retrain~now-/);
		await eventually(async () => (await view('now')).running.length > 0, Boolean, 'the run under way');
		expect(await runNow('second')).toMatchObject({ status: 409, body: { type: 'schedule_running' } });
		// Whoever did not hear the answer asks again, and nothing more begins.
		expect(await runNow('first')).toMatchObject({ status: 202, body: { id: 'now', running: [taskId] } });
		expect((await view('now')).counts).toEqual({ started: 1, missed: 0, skipped: 0 });
		await platform.admin.setSettings({ clockFactor: 1000 });
		const task = await ended(taskId);
		expect(task).toMatchObject({ status: 'completed', type: 'nightly-retrain', connection: 'main' });
		expect(nightlyRetrainResultSchema.parse(task.result)).toMatchObject({
			schedule: { id: 'now', missed: 0, skipped: 0 },
			counts: { completed: 1 },
		});
		await eventually(async () => (await view('now')).running.length === 0, Boolean, 'the run over');
		expect((await runNow('first')).status).toBe(202);
		expect((await view('now')).counts.started).toBe(1);
		// What was refused began nothing, so that its key still can.
		expect((await runNow('second')).status).toBe(202);
		await run('now', 2);
	});

	it('runs the times of a span in the past, each as a task of its own', async () => {
		await ask(platform, put('past', { cron: '0 3 * * *', timeZone: 'UTC', paused: true }));
		// It may run over midnight.
		const begunAt = now().getTime();
		const day = (back: number) => new Date(begunAt - back * 86_400_000).toISOString().slice(0, 10);
		const span = { from: `${day(3)}T00:00:00Z`, to: `${day(1)}T00:00:00Z` };
		const backfill = (body: object) =>
			ask(platform, { method: 'POST', path: '/v1/schedules/past/backfill', key: 'b', body });
		const begun = await backfill(span);
		expect(begun.body).toMatchObject({ times: [`${day(3)}T03:00:00.000Z`, `${day(2)}T03:00:00.000Z`] });
		const [first, second] = [await ended(await run('past', 1)), await ended(await run('past', 2))];
		const dueAt = [first, second].map(({ result }) => nightlyRetrainResultSchema.parse(result).schedule?.dueAt);
		expect(dueAt).toEqual([`${day(3)}T03:00:00.000Z`, `${day(2)}T03:00:00.000Z`]);
		expect((await backfill(span)).status).toBe(202);
		const other = await backfill({ from: `${day(4)}T00:00:00Z`, to: `${day(3)}T00:00:00Z` });
		expect(other.body).toMatchObject({ times: [`${day(4)}T03:00:00.000Z`] });
		const third = nightlyRetrainResultSchema.parse((await ended(await run('past', 3))).result);
		expect(third.schedule?.dueAt).toBe(`${day(4)}T03:00:00.000Z`);
		await eventually(async () => (await view('past')).running.length === 0, Boolean, 'the run over');
		expect((await ask(platform, { method: 'POST', path: '/v1/schedules/past/run-now', key: 'b' })).status).toBe(202);
		await ended(await run('past', 4));
		const none = await backfill({ from: `${day(1)}T04:00:00Z`, to: `${day(1)}T05:00:00Z` });
		expect(none).toMatchObject({
			status: 400,
			body: { detail: expect.stringContaining('contains no time') as string },
		});
		const many = await backfill({ from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z' });
		expect(many).toMatchObject({ status: 400, body: { detail: expect.stringContaining('366 times') as string } });
	});
});

describe('agent-knowledge schedules', () => {
	const cli = (...args: string[]) => runCommand(platform, ['schedules', ...args]);

	it('makes, shows, pauses, runs and deletes one', async () => {
		const agents = ['--connection', 'main', '--agents', 'agent_sales'];
		const create = ['create', 'nightly-retrain', 'cli', ...agents, '--cron', '0 4 * * *'];
		expect(await cli(...create, '--time-zone', 'Europe/Paris', '--jitter', '30', '--paused')).toEqual({
			code: 0,
			result: 'cli is paused.',
			notes: '',
		});
		expect((await cli(...create)).result).toBe('cli is paused.');
		expect((await cli(...create, '--no-paused')).result).toMatch(/^cli runs next at 20/);
		const shown = await cli('show', 'cli');
		expect(shown.result).toContain('"agent_sales"');
		expect((await cli('pause', 'cli', '--note', 'Holidays')).result).toBe('cli is paused.');
		expect((await cli('show', 'cli')).result).toContain('Holidays');
		expect((await cli('resume', 'cli')).result).toMatch(/runs next/);
		expect((await cli('run-now', 'cli')).code).toBe(0);
		expect(await ended(await run('cli', 1))).toMatchObject({ status: 'completed' });
		const back = await cli('backfill', 'cli', '--from', '2026-01-01T00:00:00Z', '--to', '2026-01-01T05:00:00Z');
		expect(back).toMatchObject({ code: 0, result: expect.stringContaining('1 times') as string });
		await eventually(
			async () => (await cli('list')).result,
			(seen) => seen.includes('cli'),
			'the list',
		);
		const listed = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });
		expect(listed.parse(JSON.parse((await cli('list', '--json')).result)).items.map(({ id }) => id)).toContain('cli');
		expect((await cli('delete', 'cli')).result).toBe('cli is deleted.');
		expect(await cli('show', 'cli')).toMatchObject({
			code: 2,
			notes: expect.stringContaining('no such schedule') as string,
		});
	});

	it('says what clock changes do to a schedule', async () => {
		const cron = ['--cron', '30 2 * * *', '--time-zone', 'Europe/Paris'];
		const { result } = await cli('create', 'nightly-retrain', 'early', '--connection', 'main', ...cron);
		expect(result).toMatch(/^early runs next at .*\nOn \d+ (March|October) \d+ 02:30 /);
		expect(result).toMatch(/02:30 does not exist in Europe\/Paris, .*: this run is skipped\./);
		expect(result).toMatch(/02:30 comes twice in Europe\/Paris, .*: this runs once, at 01:30 UTC\./);
		expect((await cli('show', 'early')).result.replaceAll(/\s+/g, ' ')).toContain('02:30 does not exist');
		expect((await view('early')).clockWarnings).toHaveLength(2);
		await cli('delete', 'early');
	});

	it('names the field that is wrong', async () => {
		const wrong = await cli('create', 'nightly-retrain', 'cli', '--connection', 'main', '--cron', '0 0 30 2 *');
		expect(wrong).toMatchObject({
			code: 2,
			notes: expect.stringContaining('cron.0: "0 0 30 2 *" never fires') as string,
		});
	});
});

test('a schedule runs by the clock', async () => {
	const task = await ended(await run('minutely', 1));
	await ask(platform, { method: 'DELETE', path: '/v1/schedules/minutely' });
	expect(task).toMatchObject({ status: 'completed' });
	const { schedule } = nightlyRetrainResultSchema.parse(task.result);
	expect(schedule?.dueAt).toMatch(/:00\.000Z$/);
});
