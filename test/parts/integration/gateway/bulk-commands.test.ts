import { z } from 'zod';
import { ask, askEnded, idOf, linkOf } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
});

afterAll(() => platform.close());

const run = (...words: string[]) => runCommand(platform, words);
const includes = (text: string) => expect.stringContaining(text) as string;
const countSchema = z.looseObject({ count: z.number() });

async function failedRetrain(name: string): Promise<string> {
	const { id } = await platform.admin.createAgent({ id: `agent_${name}`, name, website: platform.sandbox.siteUrl });
	await platform.admin.addFault('POST', `/agents/${id}/retrain`, { kind: 'status', status: 403 });
	const body = { version: 1, connection: 'main', agentId: id };
	const started = await ask(platform, { method: 'POST', path: '/v1/tasks/retrain-and-wait', key: name, body });
	await askEnded(platform, linkOf(started));
	return idOf(started);
}

test('a filter is shown, asked about, and done with as one bulk action', async () => {
	const ids = [await failedRetrain('first'), await failedRetrain('second')];
	const retry = ['tasks', 'retry', '--status', 'failed', '--since', '1d', '--type', 'retrain-and-wait'];
	// The index shows them a moment after their end.
	await eventually(
		() => run(...retry, '--dry-run'),
		(seen) => expect(seen).toMatchObject({ code: 0, result: includes('2 tasks match. By type: retrain-and-wait 2.') }),
		"Temporal's index shows the end of a task a moment later",
	);
	const shown = await run(...retry, '--dry-run');
	for (const id of ids) expect(shown.result).toContain(id);
	const json = await run(...retry, '--dry-run', '--json');
	expect(countSchema.parse(JSON.parse(json.result)).count).toBe(2);

	expect(await run(...retry)).toMatchObject({ code: 2, notes: includes('Add --yes') });
	expect(await runCommand(platform, retry, {}, 'no')).toMatchObject({
		code: 0,
		notes: includes('Nothing was started.'),
	});
	const done = await runCommand(platform, retry, {}, 'yes');
	expect(done).toMatchObject({ code: 0, result: includes('2 of 2 tasks were retried.') });
	for (const id of ids) expect((await run('tasks', 'show', id)).result).toContain('completed');

	const again = await run('tasks', 'retry', '--ids', ids.join(','), '--yes');
	expect(again).toMatchObject({
		code: 1,
		notes: includes('Not done with 2 (retrain-and-wait 2): The task has completed.'),
	});
	const failed = ['tasks', 'retry', '--status', 'failed', '--agent', 'agent_first'];
	await eventually(
		async () => countSchema.parse(JSON.parse((await run(...failed, '--dry-run', '--json')).result)).count,
		(seen) => expect(seen).toBe(0),
		"Temporal's index shows the end of a task a moment later",
	);
	expect(await run(...failed, '--yes')).toMatchObject({ code: 0, notes: includes('No tasks match.') });
});

test('schedules are paused and resumed by a filter', async () => {
	for (const id of ['one', 'two']) {
		const body = { type: 'nightly-retrain', input: { connection: 'main' }, cron: '0 4 * * 1' };
		await ask(platform, { method: 'PUT', path: `/v1/schedules/${id}`, body });
	}
	const listed = async () =>
		z
			.object({ items: z.array(z.looseObject({ paused: z.boolean() })) })
			.parse((await ask(platform, { path: '/v1/schedules' })).body)
			.items.map(({ paused }) => paused);
	await eventually(
		listed,
		(seen) => expect(seen).toEqual([false, false]),
		"a list of Temporal's schedules is a moment behind",
	);
	expect(await run('schedules', 'pause', '--connection', 'main', '--yes')).toMatchObject({
		code: 0,
		result: includes('2 of 2 schedules were paused.'),
	});
	expect((await run('schedules', 'show', 'one')).result).toContain('paused');
	await eventually(
		listed,
		(seen) => expect(seen).toEqual([true, true]),
		"a list of Temporal's schedules is a moment behind",
	);
	expect(await run('schedules', 'resume', '--all', '--yes')).toMatchObject({ code: 0 });
	expect((await run('schedules', 'show', 'two')).result).toContain('active');
});

test.each([
	[['tasks', 'cancel'], 'name tasks, or use a filter'],
	[['tasks', 'cancel', 'a', '--all'], 'not both'],
	[['tasks', 'resend', 'a', '--type', 'lead-export'], 'not both'],
	[['tasks', 'retry', '--failed', '--status', 'failed'], '--failed goes with'],
	[['syncs', 'pause'], 'name a sync, or use a filter'],
	[['schedules', 'pause'], 'name a schedule, or use a filter'],
])('%j is refused before anything is sent', async (words, notes) => {
	expect(await run(...words)).toMatchObject({ code: 2, notes: includes(notes) });
});

test('a time in other words is refused, with those that are possible', async () => {
	const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	try {
		expect((await run('tasks', 'cancel', '--since', 'yesterday')).code).toBe(2);
		expect(stderr.mock.calls.join('')).toContain('such as 30m, 12h or 7d');
	} finally {
		stderr.mockRestore();
	}
});
