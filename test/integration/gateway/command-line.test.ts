import { z } from 'zod';
import { runProgram } from '../../../worker/cli/program';
import type { Terminal } from '../../../worker/cli/terminal';
import { startPlatform, type GatewayPlatform } from './platform/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
});

afterAll(async () => {
	await platform.close();
});

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
	const said = { results: [] as string[], notes: [] as string[] };
	const terminal: Terminal = {
		result: (text) => said.results.push(text),
		note: (text) => said.notes.push(text),
		interactive: false,
		env: { AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token, ...env },
	};
	const code = await runProgram(['node', 'agent-knowledge', ...args, '--gateway', platform.url], terminal);
	return { code, result: said.results.join('\n'), notes: said.notes.join('\n') };
}

const retrain = ['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_support'];

test('run follows a task to its end, tasks lists and shows it', async () => {
	const ran = await run([...retrain, '--key', 'from-the-terminal']);
	expect(ran).toMatchObject({ code: 0, notes: expect.stringMatching(/^Started retrain-and-wait\//) as string });
	expect(ran.result).toContain('retrain-and-wait of agent_support: completed');

	const again = await run([...retrain, '--key', 'from-the-terminal', '--detach']);
	const id = again.result;
	expect(id).toMatch(/^retrain-and-wait\/\S+$/);

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
	const { result: id } = await run([...retrain, '--key', 'cancelled', '--detach']);
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
	['a wrong token', ['tasks', 'list'], { AGENT_KNOWLEDGE_GATEWAY_TOKEN: 'wrong' }, 2, /token is missing or not known/],
	['no token', ['tasks', 'list'], { AGENT_KNOWLEDGE_GATEWAY_TOKEN: '' }, 2, /AGENT_KNOWLEDGE_GATEWAY_TOKEN/],
	['an unknown task', ['tasks', 'show', 'retrain-and-wait/none'], {}, 2, /There is no task/],
	['a service that is down', ['run', 'retrain-and-wait', '--connection', 'nowhere', '--agent', 'a'], {}, 3, /nowhere/],
	['no gateway', ['tasks', 'list', '--gateway', 'http://127.0.0.1:9'], {}, 3, /does not answer/],
])('%s is told and has its exit code', async (what, args, env, code, notes) => {
	const url = what === 'no gateway' ? 'http://127.0.0.1:9' : platform.url;
	const said: string[] = [];
	const terminal: Terminal = {
		result: () => undefined,
		note: (text) => said.push(text),
		interactive: false,
		env: { AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token, AGENT_KNOWLEDGE_GATEWAY_URL: url, ...env },
	};
	expect(await runProgram(['node', 'agent-knowledge', ...args], terminal)).toBe(code);
	expect(said.join('\n')).toMatch(notes);
});
