import { z } from 'zod';
import { ask, askEnded, idOf, linkOf, untilTasksListed } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
});

afterAll(() => platform.close());

const run = (...args: string[]) => runCommand(platform, ['tasks', ...args]);
const includes = (text: string) => expect.stringContaining(text) as string;
const eachSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), type: z.string() })) });

/** All that was started here. */
const ended = new Set<string>();

async function start(type: string, key: string, input: object): Promise<string> {
	const body = { version: 1, connection: 'main', ...input };
	const started = await ask(platform, { method: 'POST', path: `/v1/tasks/${type}`, key, body });
	await askEnded(platform, linkOf(started));
	ended.add(idOf(started));
	return idOf(started);
}

/** An agent whose training the service refuses until the fault is removed. */
async function refusedAgent(name: string): Promise<string> {
	const { id } = await platform.admin.createAgent({ id: `agent_${name}`, name, website: platform.sandbox.siteUrl });
	await platform.admin.addFault('POST', `/agents/${id}/retrain`, { kind: 'status', status: 403 });
	return id;
}

/** Runs it once the list has the latest ends, which come a moment after them. */
async function listed(...args: string[]) {
	await untilTasksListed(platform, ended);
	return run(...args);
}

test('lists narrow by connection, agent and start, as the retry does', async () => {
	const agentId = await refusedAgent('narrow');
	const id = await start('retrain-and-wait', 'narrow', { agentId });
	expect((await listed('list', '--agent', agentId, '--connection', 'main', '--since', '2026-01-01')).result).toContain(
		id,
	);
	for (const other of [
		['--agent', 'agent_support'],
		['--agent', 'agent_narro'],
		['--connection', 'other'],
		['--since', '2100-01-01T00:00:00Z'],
	])
		expect((await run('list', ...other)).result).not.toContain(id);
});

test('what failed is shown, and only a yes starts more than one', async () => {
	const agents = [await refusedAgent('first'), await refusedAgent('second')];
	const ids: string[] = [];
	for (const agentId of agents) ids.push(await start('retrain-and-wait', agentId, { agentId }));
	const retry = ['retry', '--failed', '--type', 'retrain-and-wait', '--since', '2026-01-01'];

	const script = await listed(...retry);
	expect(script).toMatchObject({ code: 2, notes: includes('Add --yes') });
	for (const id of ids) expect(script.notes).toContain(id);
	const no = await runCommand(platform, ['tasks', ...retry], {}, 'no');
	expect(no).toMatchObject({ code: 0, notes: includes('Nothing was started.') });
	for (const id of ids) expect((await run('show', id)).result).toContain('failed');

	const yes = await runCommand(platform, ['tasks', ...retry], {}, 'yes');
	for (const id of ids) expect(yes.result).toMatch(new RegExp(`^${id}: .*completed`, 'm'));
	const retried = await listed(...retry);
	expect(retried).toMatchObject({ code: 0, notes: includes('No failed task can be retried.') });
});

test('a nightly run retries its failed agents alone, once, and not a second time as tasks of their own', async () => {
	const failing = [await refusedAgent('night-1'), await refusedAgent('night-2')];
	const night = await start('nightly-retrain', 'night', { agentIds: ['agent_support', ...failing] });

	const shown = (await run('show', night)).result;
	for (const agentId of failing) expect(shown.indexOf(`"${agentId}"`)).toBeLessThan(shown.indexOf('"agent_support"'));

	const all = await listed('retry', '--failed', '--since', '2026-01-01', '--json', '--yes');
	expect(all.notes).toContain(night);
	for (const agentId of failing) expect(all.notes).not.toContain(`~${agentId}`);
	expect(all.code).toBe(0);
	const retried = eachSchema.parse(JSON.parse(all.result)).items.find(({ type }) => type === 'nightly-retrain');
	const rows = z.looseObject({ result: z.looseObject({ rows: z.array(z.looseObject({ agentId: z.string() })) }) });
	expect(
		rows
			.parse(retried)
			.result.rows.map(({ agentId }) => agentId)
			.sort(),
	).toEqual([...failing].sort());

	// By its id, and again: nothing more.
	const again = await run('retry', '--failed', night);
	expect(again).toMatchObject({ code: 0, result: '', notes: includes(`already retried as ${retried?.id ?? ''}`) });
});

test('an agent of a nightly run is retried by itself if only its tasks are meant', async () => {
	const agentId = await refusedAgent('alone');
	const night = await start('nightly-retrain', 'night of one', { agentIds: ['agent_support', agentId] });
	ended.add(`${night}~${agentId}`);
	const retried = await listed('retry', '--failed', '--agent', agentId, '--no-wait');
	expect(retried).toMatchObject({ code: 0, result: includes(agentId) });
	expect(retried.result).not.toBe(night);
});

test.each([
	[['retry'], 'name tasks, use a filter such as --status failed, or add --failed'],
	[['retry', 'a', '--type', 'lead-export'], 'not both'],
	[['retry', 'a', '--failed', '--agent', 'b'], 'not both'],
])('%s is refused with what to do', async (args, words) => {
	expect(await run(...args)).toMatchObject({ code: 2, notes: includes(words) });
});

test('a failure whose type starts only once is named, and nothing is started', async () => {
	const sources = [{ type: 'url', url: `${platform.sandbox.siteUrl}/new` }];
	await platform.admin.addFault('POST', '/agents/{id}/sources', { kind: 'status', status: 403 });
	const id = await start('add-sources', 'once', { agentId: 'agent_support', sources });
	const retried = await listed('retry', '--failed', '--type', 'add-sources');
	expect(retried).toMatchObject({ code: 0, notes: includes('No failed task can be retried.') });
	expect(retried.notes).toContain(`${id}: `);
});
