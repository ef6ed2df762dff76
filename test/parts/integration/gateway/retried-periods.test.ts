import { z } from 'zod';
import { bulkPreviewSchema, scheduleViewSchema, taskViewSchema } from '../../../../worker/gateway/schemas';
import { lastPeriod } from '../../../../api/calendar-days';
import { ask, askEnded, idOf, linkOf, type Question, untilTasksListed } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';
import { now } from '../../../support/time/moments';

let platform: GatewayPlatform;
beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1000 });
});
afterAll(() => platform.close());

const DAY_MS = 24 * 3_600_000;
const send = (question: Question) => ask(platform, question);
const pathOf = (id: string) => `/v1/tasks/${encodeURIComponent(id)}`;

/** @returns an agent with a schedule of its own, and the id of the schedule */
async function scheduled(id: string, period: string) {
	const agent = await platform.admin.createAgent({ name: id, website: platform.sandbox.siteUrl });
	const input = { connection: 'main', agentIds: [agent.id], period };
	const body = { type: 'lead-export', input, cron: '0 3 * * *', timeZone: 'UTC' };
	expect(await send({ method: 'PUT', path: `/v1/schedules/${id}`, body })).toMatchObject({ status: 200 });
	return { id, agentId: agent.id };
}

/** The next call for the leads is refused. */
const refuseLeads = (agentId: string) =>
	platform.admin.addFault('GET', `/agents/${agentId}/leads`, { kind: 'status', status: 403 });

/** Runs the time of a day that has passed. @returns the id of the ended run, and when it was due */
async function runOf(schedule: string, daysAgo: number) {
	const dueAt = `${new Date(now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T03:00:00Z`;
	const at = Date.parse(dueAt);
	const body = { from: new Date(at - 1_000).toISOString(), to: new Date(at + 1_000).toISOString() };
	const path = `/v1/schedules/${schedule}`;
	expect(await send({ method: 'POST', path: `${path}/backfill`, key: dueAt, body })).toMatchObject({ status: 202 });
	const { taskId: id } = await eventually(
		async () =>
			scheduleViewSchema.parse((await send({ path })).body).recent.find(({ taskId }) => taskId.endsWith(dueAt)),
		(run) => run !== undefined,
		`the run of ${dueAt}`,
		{ looks: 3_000 },
	);
	await askEnded(platform, pathOf(id));
	await untilTasksListed(platform, [id]);
	return { id, dueAt: at };
}

const taskOf = async (id: string) => taskViewSchema.parse((await send({ path: pathOf(id) })).body);

test('the retry of a run is about the days of the run', async () => {
	const { id, agentId } = await scheduled('retried-days', 'yesterday');
	await refuseLeads(agentId);
	const run = await runOf(id, 9);
	expect(await taskOf(run.id)).toMatchObject({ status: 'failed', leftToNextRun: false });
	const retried = await send({ method: 'POST', path: `${pathOf(run.id)}/actions/retry`, key: 'again' });
	expect(retried).toMatchObject({ status: 202 });
	await askEnded(platform, linkOf(retried));
	expect(await taskOf(idOf(retried))).toMatchObject({
		status: 'completed',
		result: { period: lastPeriod('yesterday', run.dueAt, 'UTC') },
	});
});

test('a run of another day does not do the work of a day, whenever both began', async () => {
	const { id, agentId } = await scheduled('own-days', 'yesterday');
	await refuseLeads(agentId);
	const failed = await runOf(id, 8);
	expect(await taskOf((await runOf(id, 7)).id)).toMatchObject({ status: 'completed' });
	expect(await taskOf(failed.id)).toMatchObject({ status: 'failed', takenOver: null });
});

test('the next good run has what a failed one left since the last run, so nothing retries that', async () => {
	const { id, agentId } = await scheduled('since', 'since_last_run');
	await refuseLeads(agentId);
	const failed = await runOf(id, 8);
	const words = 'the next run of the schedule covers its part';
	expect(await taskOf(failed.id)).toMatchObject({ status: 'failed', leftToNextRun: true, takenOver: null });
	const listed = z
		.object({ items: z.array(z.object({ id: z.string(), leftToNextRun: z.boolean() })) })
		.parse((await send({ path: '/v1/tasks?type=lead-export' })).body);
	expect(listed.items.find((task) => task.id === failed.id)).toMatchObject({ leftToNextRun: true });

	expect(await send({ method: 'POST', path: `${pathOf(failed.id)}/actions/retry`, key: 'no' })).toMatchObject({
		status: 409,
		body: { type: 'retry_refused', detail: expect.stringContaining(words) as string },
	});
	const body = { action: 'retry', target: 'tasks', ids: [failed.id] };
	const preview = await send({ method: 'POST', path: '/v1/bulk-actions/preview', body });
	expect(bulkPreviewSchema.parse(preview.body).refused).toMatchObject([{ type: 'retry_refused', count: 1 }]);
	const bulk = await send({ method: 'POST', path: '/v1/tasks/bulk-action', key: 'no', body: { version: 1, ...body } });
	await askEnded(platform, linkOf(bulk));
	expect(JSON.stringify((await taskOf(idOf(bulk))).result)).toContain(words);
	expect((await runCommand(platform, ['tasks', 'retry', failed.id])).notes).toContain(words);
	const every = await runCommand(platform, ['tasks', 'retry', '--failed', '--type', 'lead-export', '--agent', agentId]);
	expect(every.notes).not.toContain('starts only once');

	const next = await runOf(id, 6);
	expect(await taskOf(failed.id)).toMatchObject({ takenOver: { by: 'later_run', taskId: next.id, state: 'done' } });
});
