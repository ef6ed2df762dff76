import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { scheduleViewSchema } from '../../../../worker/gateway/schemas';
import { ask, askEnded, idOf, linkOf, untilTasksListed } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;
const FAST = 40;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: FAST });
});

afterEach(() => platform.admin.setSettings({ clockFactor: FAST }));
afterAll(() => platform.close());

const run = (...args: string[]) => runCommand(platform, ['tasks', ...args]);
const includes = (text: string) => expect.stringContaining(text) as string;

const idsSchema = z.array(z.looseObject({ id: z.string() }));
const retriedSchema = z.object({ items: idsSchema, refused: idsSchema, skipped: idsSchema });
const retried = (text: string) => {
	const { items, refused, skipped } = retriedSchema.parse(JSON.parse(text));
	const idsOf = (each: typeof items) => each.map(({ id }) => id);
	return { items: idsOf(items), refused: idsOf(refused), skipped: idsOf(skipped) };
};

/** All that was started. */
const started = new Set<string>();

/** `retry --failed`, once the list has the latest ends. */
async function retryFailed(...args: string[]) {
	await untilTasksListed(platform, started);
	return run('retry', '--failed', '--yes', '--json', ...args);
}

async function start(type: string, input: object): Promise<string> {
	const body = { version: 1, connection: 'main', ...input };
	const answer = await ask(platform, { method: 'POST', path: `/v1/tasks/${type}`, key: JSON.stringify(input), body });
	await askEnded(platform, linkOf(answer));
	started.add(idOf(answer));
	return idOf(answer);
}

/** An agent whose next retrains the service refuses. */
async function refusedAgent(name: string, times = 1): Promise<string> {
	const { id } = await platform.admin.createAgent({ id: `agent_${name}`, name, website: platform.sandbox.siteUrl });
	await platform.admin.addFault('POST', `/agents/${id}/retrain`, { kind: 'status', status: 403 }, times);
	return id;
}

/** Runs a schedule now, once it exists. @returns the ended task */
async function runNow(schedule: string, count: number): Promise<string> {
	await ask(platform, { method: 'POST', path: `/v1/schedules/${schedule}/run-now`, key: `${count}`, body: {} });
	const id = await eventually(
		async () => {
			const { body } = await ask(platform, { path: `/v1/schedules/${schedule}` });
			return scheduleViewSchema.parse(body).recent[count - 1]?.taskId ?? null;
		},
		isThere,
		`run ${count} of ${schedule}`,
	);
	await askEnded(platform, `/v1/tasks/${encodeURIComponent(id)}`);
	started.add(id);
	return id;
}

async function schedule(id: string, agentIds: string[]): Promise<void> {
	const body = { type: 'nightly-retrain', input: { connection: 'main', agentIds }, cron: '0 3 * * *', timeZone: 'UTC' };
	expect((await ask(platform, { method: 'PUT', path: `/v1/schedules/${id}`, body })).status).toBe(200);
}

test('with nothing to retry, JSON is printed all the same, and what starts only once is among the refused', async () => {
	const none = await retryFailed('--type', 'lead-export');
	expect(none.code).toBe(0);
	expect(retried(none.result)).toEqual({ items: [], refused: [], skipped: [] });

	const sources = [{ type: 'url', url: `${platform.sandbox.siteUrl}/new` }];
	await platform.admin.addFault('POST', '/agents/{id}/sources', { kind: 'status', status: 403 });
	const id = await start('add-sources', { agentId: 'agent_support', sources });
	const once = await retryFailed('--type', 'add-sources');
	expect(once.code).toBe(0);
	expect(retried(once.result)).toEqual({ items: [], refused: [id], skipped: [] });
});

test('a no to the question starts nothing and prints JSON', async () => {
	for (const name of ['asked-1', 'asked-2']) await start('retrain-and-wait', { agentId: await refusedAgent(name) });
	await untilTasksListed(platform, started);
	const args = ['tasks', 'retry', '--failed', '--json', '--type', 'retrain-and-wait'];
	const no = await runCommand(platform, args, {}, 'no');
	expect(no.code).toBe(0);
	expect(retried(no.result)).toEqual({ items: [], refused: [], skipped: [] });
	expect((await retryFailed('--type', 'retrain-and-wait')).code).toBe(0);
});

test('of the nights of a schedule only the newest is retried, and only once', async () => {
	const agentId = await refusedAgent('schedule', 2);
	await schedule('nights', ['agent_support', agentId]);
	const monday = await runNow('nights', 1);
	const tuesday = await runNow('nights', 2);

	const first = await retryFailed('--type', 'nightly-retrain', '--no-wait');
	expect(first).toMatchObject({ code: 0, notes: includes(`agent-knowledge tasks retry --failed ${monday}`) });
	const { items, skipped } = retried(first.result);
	expect(skipped).toEqual([monday]);
	expect(items).toEqual([includes('nightly-retrain~')]);
	expect(items).not.toContain(tuesday);
	await run('watch', ...items);
	for (const id of items) started.add(id);

	// The retry did what both nights had left.
	const second = await retryFailed('--type', 'nightly-retrain');
	expect(second).toMatchObject({ code: 0, notes: includes('No failed task can be retried.') });
	expect(retried(second.result)).toEqual({ items: [], refused: [], skipped: [] });
	const named = await retryFailed(tuesday);
	expect(named).toMatchObject({ code: 0, notes: includes(`${tuesday}: already retried as `) });
	expect(named.notes).toContain('(completed)');
	expect(named.notes).not.toMatch(/^Started/m);
});

test('a retry that was cancelled is named, and another key does it again', async () => {
	const agentId = await refusedAgent('cancelled');
	const night = await start('nightly-retrain', { agentIds: ['agent_support', agentId] });
	await platform.admin.setSettings({ clockFactor: 0.01 });
	await untilTasksListed(platform, started);
	const { result: retry } = await run('retry', '--failed', night, '--no-wait');
	await run('cancel', retry, '--wait');
	started.add(retry);
	await platform.admin.setSettings({ clockFactor: FAST });

	const again = await retryFailed('--type', 'nightly-retrain', '--since', '2026-01-01');
	expect(again).toMatchObject({ code: 0, notes: includes(`${night}: already retried as ${retry} (cancelled)`) });
	expect(retried(again.result).items).toEqual([]);
	const withKey = await retryFailed('--type', 'nightly-retrain', '--key', 'another');
	expect(withKey).toMatchObject({ code: 0, notes: includes('Started nightly-retrain~') });
});

test('of requests at once with different keys one starts the failed items, and what fails again is retried from there', async () => {
	const agentId = await refusedAgent('at-once', 2);
	const night = await start('nightly-retrain', { agentIds: ['agent_support', agentId] });
	const retryOf = (id: string, key: string) =>
		ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(id)}/actions/retry-failed`, key });
	const keys = ['one', 'two', 'three', 'four'];
	const answers = await Promise.all(keys.map((key) => retryOf(night, key)));
	const accepted = keys.filter((_key, index) => answers[index]?.status === 202);
	const [retry = '', ...others] = new Set(answers.filter(({ status }) => status === 202).map(idOf));
	expect(others).toEqual([]);
	const refused = answers.filter(({ status }) => status !== 202).map(({ body }) => body);
	expect(refused).toEqual(refused.map(() => expect.objectContaining({ type: 'already_retried' }) as unknown));
	await askEnded(platform, `/v1/tasks/${encodeURIComponent(retry)}`);
	started.add(retry);
	for (const key of accepted) expect(idOf(await retryOf(night, key))).toBe(retry);
	expect((await retryOf(night, 'later')).body).toMatchObject({ type: 'already_retried', detail: includes(retry) });
	const again = idOf(await retryOf(retry, 'later'));
	expect(again).not.toBe(retry);
	started.add(again);
	expect((await askEnded(platform, `/v1/tasks/${encodeURIComponent(again)}`)).body).toMatchObject({ succeeded: true });
	expect(await platform.admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` })).toHaveLength(3);
});

test('a failure is no longer one if the same agent was trained since, and is retried if it is named', async () => {
	const agentId = await refusedAgent('since');
	const monday = await start('retrain-and-wait', { agentId });
	await start('retrain-and-wait', { agentId, waitUntil: 'canChat' });
	const bulk = await retryFailed('--agent', agentId);
	expect(bulk).toMatchObject({ code: 0, notes: includes('No failed task can be retried.') });
	expect(retried(bulk.result)).toEqual({ items: [], refused: [], skipped: [] });
	expect(retried((await retryFailed(monday)).result).items).toEqual([monday]);
});

test('what a person has to check is retried only if it is named', async () => {
	const { id: agentId } = await platform.admin.createAgent({ name: 'unsure', website: platform.sandbox.siteUrl });
	await platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind: 'lost-before' }, 20);
	const id = await start('retrain-and-wait', { agentId, ifUncertain: 'ask' });
	expect((await run('show', id)).result).toContain('a person has to check');
	const bulk = await retryFailed('--agent', agentId);
	expect(bulk).toMatchObject({ code: 0, notes: includes(`${id}: a person has to check`) });
	expect(retried(bulk.result)).toEqual({ items: [], refused: [], skipped: [id] });
});

test('a sync is started and not followed, because it has no end of its own', async () => {
	const body = { version: 1, connection: 'main', agentId: 'agent_support', destination: 'flow:crm' };
	const sync = idOf(await ask(platform, { method: 'POST', path: '/v1/tasks/lead-sync', key: 'sync', body }));
	await run('cancel', sync, '--wait');
	const agentId = await refusedAgent('beside-sync');
	const retrain = await start('retrain-and-wait', { agentId });
	const both = await run('retry', '--failed', sync, retrain);
	expect(both).toMatchObject({
		code: 0,
		notes: includes(`Not followed, because it runs until it is cancelled: ${sync}`),
	});
	expect(both.result.split('\n')).toEqual([sync, includes(`${retrain}: `)]);
	await run('cancel', sync, '--wait');
});

test('--yes without --failed is refused', async () => {
	expect(await run('retry', 'a', '--yes')).toMatchObject({ code: 2, notes: includes('the question of a filter') });
});
