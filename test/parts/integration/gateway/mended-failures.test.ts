import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { temporalSettings } from '../../../../worker/config';
import { bulkPreviewSchema, incidentsSchema, scheduleViewSchema } from '../../../../worker/gateway/schemas';
import { ask, askEnded, idOf, linkOf, type Question, untilTasksListed } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { TakeOvers } from '../../../../worker/tasks/take-overs';
import { findTask, type TaskView } from '../../../../worker/tasks/task-view';
import { Keyring } from '../../../../worker/temporal';
import { clientOf } from '../../../support/temporal/connect-patiently';
import { eventually, isThere } from '../../../support/time/eventually';

let platform: GatewayPlatform;
let client: Client;
beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 400, labelled: { acme: { client: 'acme' } } });
	client = await clientOf(temporalSettings(platform.config), new Keyring(platform.config.encryption));
});
afterAll(async () => {
	await client.connection.close();
	await platform.close();
});

const send = (question: Question) => ask(platform, question);
const pathOf = (id: string) => `/v1/tasks/${encodeURIComponent(id)}`;

/** An agent whose next retrain the service refuses. */
async function refusedAgent(name: string, times = 1): Promise<string> {
	const { id } = await platform.admin.createAgent({ id: `agent_${name}`, name, website: platform.sandbox.siteUrl });
	await platform.admin.addFault('POST', `/agents/${id}/retrain`, { kind: 'status', status: 403 }, times);
	return id;
}

/** @returns the id of the ended task */
async function ended(question: Question): Promise<string> {
	const started = await send({ method: 'POST', ...question });
	await askEnded(platform, linkOf(started));
	await untilTasksListed(platform, [idOf(started)]);
	return idOf(started);
}

function nightly(agentIds: string[], connection = 'main'): Question {
	const body = { version: 1, connection, agentIds };
	return { path: '/v1/tasks/nightly-retrain', key: agentIds.join(), body };
}

async function run(schedule: string, count: number): Promise<string> {
	await send({ method: 'POST', path: `/v1/schedules/${schedule}/run-now`, key: `${schedule} ${count}` });
	const read = async () =>
		scheduleViewSchema.parse((await send({ path: `/v1/schedules/${schedule}` })).body).recent[count - 1]?.taskId ??
		null;
	const id = await eventually(read, isThere, `run ${count} of ${schedule}`);
	await askEnded(platform, pathOf(id));
	await untilTasksListed(platform, [id]);
	return id;
}

async function scheduled(id: string, agentIds: string[]): Promise<void> {
	const input = { connection: 'main', agentIds };
	const body = { type: 'nightly-retrain', input, cron: '0 3 * * *', timeZone: 'UTC' };
	expect((await send({ method: 'PUT', path: `/v1/schedules/${id}`, body })).status).toBe(200);
}

/** What is wrong now, in one line each. */
async function wrong(): Promise<string[]> {
	const { open } = incidentsSchema.parse((await send({ path: '/v1/incidents' })).body);
	return open.map(({ kind, title }) => `${kind}: ${title}`);
}

const untilWrong = (lines: string[]) =>
	eventually(wrong, (seen) => expect(seen.toSorted()).toEqual(lines.toSorted()), 'what is wrong now');

const ONE_NIGHT = 'tasks: Nightly retrain: 1 task, some agents failed';
const NONE = 'tasks: Nightly retrain: 1 task, no agent retrained';

const takenOverSchema = z.looseObject({
	takenOver: z.object({ by: z.string(), taskId: z.string().nullable(), state: z.string() }).nullable(),
});
const takenOver = async (id: string) => takenOverSchema.parse((await send({ path: pathOf(id) })).body).takenOver;

const needsAttention = async () =>
	z
		.object({ items: z.array(z.object({ id: z.string() })) })
		.parse((await send({ path: '/v1/tasks?needsAttention=true&type=nightly-retrain' })).body)
		.items.map(({ id }) => id);

test('retried agents end the incidents of the task and of its schedule, and nothing offers them again', async () => {
	const agentId = await refusedAgent('retried');
	await scheduled('nights', ['agent_support', agentId]);
	const night = await run('nights', 1);
	await untilWrong([ONE_NIGHT, 'schedule: The last run needs a look: nights']);
	expect(await takenOver(night)).toBeNull();

	const retry = await ended({ path: `${pathOf(night)}/actions/retry-failed`, key: 'once' });
	await untilWrong([]);
	expect(await takenOver(night)).toEqual({ by: 'retry', taskId: retry, state: 'done' });
	expect(await needsAttention()).toEqual([]);

	const again = await send({ method: 'POST', path: `${pathOf(night)}/actions/retry-failed`, key: 'twice' });
	expect([again.status, again.text]).toEqual([409, expect.stringContaining(retry)]);
	const repeat = await send({ method: 'POST', path: `${pathOf(night)}/actions/retry-failed`, key: 'once' });
	expect([repeat.status, idOf(repeat)]).toEqual([202, retry]);

	const body = { action: 'retry-failed-items', target: 'tasks', ids: [night] };
	const { refused } = bulkPreviewSchema.parse(
		(await send({ method: 'POST', path: '/v1/bulk-actions/preview', body })).body,
	);
	expect(refused).toMatchObject([{ type: 'already_retried', count: 1 }]);
	expect((await runCommand(platform, ['tasks', 'show', night])).result).toContain(retry);
});

test('a task that was started again after its retry has failed with something else', async () => {
	const night = await ended(nightly([await refusedAgent('again')]));
	const retry = await ended({ path: `${pathOf(night)}/actions/retry-failed`, key: 'again' });
	await eventually(() => takenOver(night), isThere, 'the retry');
	const { view } = await findTask(client, night);
	const { closedAt } = (await findTask(client, retry)).view;
	const noted = async (task: TaskView) => (await new TakeOvers(client).noteIn([task]))[0]?.takenOver;
	expect(await noted(view)).toMatchObject({ by: 'retry', taskId: retry });
	// Its agents were retrained since, whoever started it when.
	expect(await noted({ ...view, startedAt: closedAt ?? '' })).toMatchObject({ by: 'its_tasks', taskId: null });
});

test('the newest of many later runs is enough to know', async () => {
	const agentId = await refusedAgent('many');
	await scheduled('many', [agentId]);
	const night = await run('many', 1);
	for (const count of [2, 3, 4]) await run('many', count);
	const queries: string[] = [];
	const { workflowService } = client;
	const inPagesOfOne = {
		listWorkflowExecutions: (request: { query: string }) => {
			queries.push(request.query);
			return workflowService.listWorkflowExecutions({ ...request, pageSize: 1 });
		},
	};
	const counting = Object.create(client, { workflowService: { value: inPagesOfOne } }) as Client;
	const { view } = await findTask(client, night);
	await eventually(
		async () => {
			queries.length = 0;
			const [noted] = await new TakeOvers(counting).noteIn([view]);
			return { by: noted?.takenOver, pages: queries.filter((query) => query.includes('STARTS_WITH')).length };
		},
		(seen) => expect(seen).toMatchObject({ by: { by: 'later_run', state: 'done' }, pages: 1 }),
		"Temporal's index shows the last run a moment after its end",
	);
});

test('a bulk retry of the failed items ends it, and a retry that failed is wrong in its place', async () => {
	const agentId = await refusedAgent('bulk', 2);
	const night = await ended(nightly([agentId]));
	await untilWrong([NONE]);
	const bulk = (key: string, ids: string[]) => {
		const body = { version: 1, action: 'retry-failed-items', target: 'tasks', ids };
		return ended({ path: '/v1/tasks/bulk-action', key, body });
	};
	await bulk('first', [night]);
	const first = await eventually(() => takenOver(night), isThere, 'the retry');
	expect(first).toMatchObject({ by: 'retry' });
	await askEnded(platform, pathOf(first.taskId ?? ''));
	await eventually(needsAttention, (ids) => expect(ids).toEqual([first.taskId]), 'only the retry needs a look');
	await untilWrong([NONE]);
	await bulk('second', [first.taskId ?? '']);
	await untilWrong([]);
});

test('the next run of a schedule ends what the last one left, and a later run of another one does not', async () => {
	const [one, other] = [await refusedAgent('next'), await refusedAgent('other', 2)];
	await scheduled('one', ['agent_support', one]);
	await scheduled('other', ['agent_support', other]);
	const first = await run('one', 1);
	await run('other', 1);
	const second = await run('one', 2);
	await untilWrong([ONE_NIGHT, 'schedule: The last run needs a look: other']);
	expect(await takenOver(first)).toMatchObject({ state: 'done' });
	expect(second).not.toBe(first);
	await run('other', 2);
	await run('other', 3);
	await untilWrong([]);
});

test('agents that were retrained since, by whatever task, end it', async () => {
	const agents = [await refusedAgent('child'), await refusedAgent('by-hand')];
	const night = await ended(nightly(agents));
	await untilWrong([NONE]);
	// One by a retry of its own task, the other in a new task that a flow of n8n could have started.
	await send({ method: 'POST', path: `${pathOf(`${night}~${agents[0]}`)}/actions/retry`, key: 'child' });
	await ended({
		path: '/v1/tasks/retrain-and-wait',
		key: 'by hand',
		body: { version: 1, connection: 'main', agentId: agents[1] },
	});
	await untilWrong([]);
	await eventually(
		() => takenOver(night),
		(seen) => expect(seen).toEqual({ by: 'its_tasks', taskId: null, state: 'done' }),
		'the retry of the child was started only',
	);
});

test('a task for each connection is mended with the tasks that it started', async () => {
	const agentId = await refusedAgent('each');
	const body = { version: 1, selector: 'client=acme', type: 'nightly-retrain', input: { agentIds: [agentId] } };
	const each = await ended({ path: '/v1/tasks/for-each-connection', key: 'each', body });
	await untilWrong([NONE, 'tasks: For each connection: 1 task, no connection is done']);
	const rows = z.looseObject({ result: z.object({ rows: z.array(z.object({ taskId: z.string() })) }) });
	const [row] = rows.parse((await send({ path: pathOf(each) })).body).result.rows;
	const retried = await runCommand(platform, ['tasks', 'retry', '--failed', row?.taskId ?? '']);
	expect(retried.code).toBe(0);
	await untilWrong([]);
	expect(await takenOver(each)).toMatchObject({ by: 'its_tasks' });
});

test('what was cancelled did no work: the failure stands again', async () => {
	const agentId = await refusedAgent('cancelled');
	const night = await ended(nightly([agentId]));
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const started = await send({ method: 'POST', path: `${pathOf(night)}/actions/retry-failed`, key: 'cancelled' });
	await eventually(
		() => takenOver(night),
		(seen) => expect(seen).toMatchObject({ state: 'running' }),
		'the retry runs',
	);
	await untilWrong([]);
	await send({ method: 'POST', path: `${linkOf(started)}/cancel` });
	await askEnded(platform, linkOf(started));
	await platform.admin.setSettings({ clockFactor: 400 });
	await untilWrong([NONE]);
	expect(await takenOver(night)).toBeNull();
});
