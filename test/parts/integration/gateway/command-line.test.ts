import { z } from 'zod';
import { runCommand } from '../../../support/gateway/run-command';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
});

afterAll(async () => {
	await platform.close();
});

const run = (args: string[], env: NodeJS.ProcessEnv = {}) => runCommand(platform, args, env);
const retrain = ['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_support'];

test('run follows a task to its end, tasks lists and shows it', async () => {
	const ran = await run([...retrain, '--key', 'from-the-terminal']);
	expect(ran).toMatchObject({ code: 0, notes: expect.stringMatching(/^Started retrain-and-wait~/) as string });
	expect(ran.result).toContain('retrain-and-wait of agent_support: completed');

	const again = await run([...retrain, '--key', 'from-the-terminal', '--no-wait']);
	const id = again.result;
	expect(id).toMatch(/^retrain-and-wait~\S+$/);

	const shown = await run(['tasks', 'show', id, '--json']);
	expect(z.looseObject({ id: z.string(), status: z.string() }).parse(JSON.parse(shown.result))).toMatchObject({
		id,
		status: 'completed',
	});
	expect((await run(['tasks', 'show', id])).result).toContain('"outcome": "finished"');
	expect(await run(['tasks', 'cancel', id])).toMatchObject({
		code: 0,
		result: expect.stringContaining('completed') as string,
	});
});

test('a task that was cancelled ends with 1', async () => {
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const { result: id } = await run([...retrain, '--key', 'cancelled', '--no-wait']);
	expect((await run(['tasks', 'cancel', id])).code).toBe(0);
	const ran = await run([...retrain, '--key', 'cancelled-too', '--timeout', '1']);
	expect(ran).toMatchObject({ code: 1, result: expect.stringContaining('timed out') as string });
	await platform.admin.setSettings({ clockFactor: 40 });
});

test.each([
	[
		'an unknown agent',
		['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'none'],
		{},
		2,
		/agentId: "none"/,
	],
	['a wrong token', ['tasks', 'list'], { AGENT_KNOWLEDGE_GATEWAY_TOKEN: 'wrong' }, 2, /token is missing or unknown/],
	['no token', ['tasks', 'list'], { AGENT_KNOWLEDGE_GATEWAY_TOKEN: '' }, 2, /AGENT_KNOWLEDGE_GATEWAY_TOKEN/],
	['an unknown task', ['tasks', 'show', 'retrain-and-wait/none'], {}, 2, /There is no task/],
	['a service that is down', ['run', 'retrain-and-wait', '--connection', 'nowhere', '--agent', 'a'], {}, 3, /nowhere/],
	['no gateway', ['tasks', 'list', '--gateway', 'http://127.0.0.1:9'], {}, 3, /does not answer/],
])('%s is reported and has its exit code', async (_what, args, env, code, notes) => {
	expect(await run(args, env)).toMatchObject({ code, notes: expect.stringMatching(notes) as string });
});
