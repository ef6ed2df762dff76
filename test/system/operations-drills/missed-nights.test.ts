/* oxlint-disable test-time/no-timer, test-time/no-clock -- Temporal is away at a time of the clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, isThere } from '../../support/time/eventually';
import { scheduleViewSchema, taskViewSchema } from '../../../worker/gateway/schemas';
import { ask } from '../../support/gateway/ask';
import { KeptTemporal } from '../../support/site/kept-temporal';
import { Site } from '../../support/site/start-site';

const MINUTE_MS = 60_000;
/** Enough to stop a server before the time, on a busy machine too. */
const AHEAD_MS = 60_000;
/** Next to no page of a run is read. */
const STANDING_STILL = 0.001;
/** The shortest that Temporal allows. */
const SHORT_WINDOW_MS = 10_000;
/** A run is named after the second of its start, and two of one second have the same name. */
const RUN_ID_MS = 1_000;

let temporal: KeptTemporal;
let site: Site;

beforeAll(async () => {
	temporal = await KeptTemporal.start();
	site = await Site.start({}, { temporal });
});

afterAll(() => site.stop());

const path = (name: string) => `/v1/schedules/${name}`;
const view = async (name: string) => scheduleViewSchema.parse((await ask(site, { path: path(name) })).body);

/** A schedule that is due once a day, and for the first time soon. */
async function scheduleSoon(name: string): Promise<Date> {
	const due = new Date(Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS);
	const input = { connection: 'main', agentIds: ['agent_support'] };
	const cron = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
	const made = await ask(site, {
		method: 'PUT',
		path: path(name),
		body: { type: 'nightly-retrain', input, cron, timeZone: 'UTC' },
	});
	expect(made).toMatchObject({ status: 200, body: { next: expect.arrayContaining([due.toISOString()]) as string[] } });
	return due;
}

/** Temporal is away from before a time until so long after it. */
async function awayOver(due: Date, afterMs: number): Promise<void> {
	await temporal.whileStopped(() => sleep(due.getTime() + afterMs - Date.now()));
}

/** The newest run of a schedule, once it has ended. */
async function lastRun(name: string) {
	const run = await eventually(async () => (await view(name)).recent.at(-1), isThere, `a run of ${name}`);
	const task = await eventually(
		async () => {
			const { body } = await ask(site, { path: `/v1/tasks/${encodeURIComponent(run.taskId)}?wait=30` });
			const { data } = taskViewSchema.safeParse(body);
			return data === undefined || data.status === 'running' ? null : data;
		},
		isThere,
		`${run.taskId} to end`,
	);
	return { run, task };
}

/** The newest run of `too-late`, once it is another one and has ended. */
async function runAfter(taskId: string) {
	return eventually(
		() => lastRun('too-late'),
		(last) => last.run.taskId !== taskId,
		`the run after ${taskId}`,
	);
}

/**
 * Gives a schedule the shortest window to catch up, as a longer one would keep this test for an hour. Temporal responds
 * before the schedule knows of it, and one that is stopped in between uses the old window when it is back.
 */
async function shortenWindow(name: string): Promise<void> {
	await site.withClient(async (client) => {
		const handle = client.schedule.getHandle(name);
		await handle.update((schedule) => ({
			...schedule,
			policies: { ...schedule.policies, catchupWindow: SHORT_WINDOW_MS },
		}));
		await eventually(
			() => handle.describe(),
			({ policies }) => policies.catchupWindow === SHORT_WINDOW_MS,
			'the short window',
		);
	});
}

test('a night in which Temporal itself was away is caught up when it is back: once, and it tells when it was due', async () => {
	const due = await scheduleSoon('caught-up');
	await awayOver(due, 5_000);
	const { run, task } = await lastRun('caught-up');
	expect(run.dueAt).toBe(due.toISOString());
	expect(Date.parse(run.startedAt)).toBeGreaterThan(due.getTime() + 5_000);
	expect(task).toMatchObject({
		status: 'completed',
		result: { counts: { completed: 1 }, schedule: { id: 'caught-up', dueAt: due.toISOString(), missed: 0 } },
	});
	expect((await view('caught-up')).counts).toEqual({ started: 1, missed: 0, skipped: 0 });
});

test('a night that is too long ago to be caught up starts nothing, is counted, and is told of by the next run, once', async () => {
	const due = await scheduleSoon('too-late');
	await shortenWindow('too-late');
	await awayOver(due, SHORT_WINDOW_MS + 5_000);
	// Temporal counts the same night again at each look, until a night starts.
	await eventually(
		async () => (await view('too-late')).counts.missed,
		(seen) => seen > 0,
		'the missed night',
	);
	expect(await view('too-late')).toMatchObject({ recent: [], counts: { started: 0 } });

	const runNow = async (key: string) => {
		// Temporal learns of the end of a run later than who waits for it, and until then it skips another one.
		await eventually(async () => (await view('too-late')).running.length === 0, Boolean, 'no run');
		await sleep(RUN_ID_MS);
		return ask(site, { method: 'POST', path: `${path('too-late')}/run-now`, key });
	};
	// One that does not complete tells nobody.
	await site.admin.setSettings({ clockFactor: STANDING_STILL });
	expect((await runNow('stopped')).status).toBe(202);
	const stopped = await eventually(async () => (await view('too-late')).running[0], isThere, 'a run');
	await ask(site, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(stopped)}/cancel` });
	expect((await lastRun('too-late')).task.status).toBe('cancelled');
	await site.admin.setSettings({ clockFactor: 1_000 });

	expect((await runNow('first')).status).toBe(202);
	const { run, task } = await runAfter(stopped);
	expect(task).toMatchObject({ status: 'completed', result: { schedule: { missed: 1 } } });
	expect((await runNow('second')).status).toBe(202);
	expect((await runAfter(run.taskId)).task).toMatchObject({
		status: 'completed',
		result: { schedule: { missed: 0 } },
	});
});
