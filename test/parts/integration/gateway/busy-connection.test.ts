import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { TASK_TYPES, type TaskType } from '../../../../workflows/contracts';
import { ask, idOf } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { signedByGithub } from '../../../support/gateway/signed-by-github';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

/** A key that has reached its limit stops no start: what the gateway cannot look up now, the task reads a moment later. */

const SECRET = randomBytes(24).toString('hex');
const AGENT = 'agent_support';
const FLOW = 'flow:busy.connection.a';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({
		clockFactor: 1000,
		hooks: {
			push: {
				signature: 'github',
				connection: 'main',
				secrets: [SECRET],
				task: 'retrain-and-wait',
				fields: { '/agentId': '/agent' },
			},
		},
	});
});
afterAll(() => platform.close());
beforeEach(async () => {
	// Everything that a start looks up, as often as it may.
	for (const path of LOOKED_UP)
		await platform.admin.addFault('GET', path, { kind: 'status', status: 429, retryAfter: 1 }, 30);
});
afterEach(() => platform.admin.clearFaults());

const LOOKED_UP = [
	'/agents',
	'/agents/{id}/training-status',
	'/agents/{id}/leads',
	'/agents/{id}/conversations',
	'/agents/{id}/email',
];

const named = { connection: 'main' };
/** What each task needs at least. Null: it looks nothing up. */
const INPUTS: Record<TaskType, object | null> = {
	'retrain-and-wait': { ...named, agentId: AGENT },
	'nightly-retrain': { ...named },
	'lead-export': { ...named },
	'conversation-export': { ...named },
	// It needs a destination of the configuration, whose database is looked at too.
	'conversation-sync': null,
	'lead-sync': { ...named, agentId: AGENT, destination: FLOW },
	'email-send-with-review': {
		...named,
		agentId: AGENT,
		to: ['ada@client.example'],
		subject: 'Hello',
		content: 'Hello.',
	},
	'knowledge-sync': { ...named, agentId: AGENT, set: 'busy', rows: [{ type: 'text', title: 'a', content: 'b' }] },
	'add-sources': { ...named, agentId: AGENT, sources: [{ type: 'text', title: 'a', content: 'b' }] },
	'weekly-report': { ...named },
	// Both start tasks and look nothing up.
	'for-each-connection': null,
	'bulk-action': null,
};
const STARTED = TASK_TYPES.filter((type) => INPUTS[type] !== null);

const startedSchema = z.object({ warnings: z.array(z.looseObject({ type: z.string(), path: z.string() })) });

function expectUnchecked(body: unknown, path = 'connection'): void {
	expect(startedSchema.parse(body).warnings).toEqual([
		{
			type: 'not_checked',
			path,
			message: expect.stringMatching(/^was not looked at, because it is busy\. The task looks itself/) as string,
		},
	]);
}

const start = (type: TaskType, key: string, more: object = {}) =>
	ask(platform, { method: 'POST', path: `/v1/tasks/${type}`, key, body: { ...INPUTS[type], ...more } });

test.each(STARTED)('a %s starts, and its start says what was not checked', async (type) => {
	const { status, body } = await start(type, `busy-${type}`);
	expect({ status, body }).toMatchObject({ status: 202, body: { type, status: 'running' } });
	expectUnchecked(body);
});

test('a schedule is saved, and says what was not checked', async () => {
	const body = { type: 'nightly-retrain', input: named, cron: '0 3 * * *' };
	const saved = await ask(platform, { method: 'PUT', path: '/v1/schedules/busy', body });
	expect(saved.status).toBe(200);
	expectUnchecked(saved.body, 'input.connection');
});

test('a task that failed is started again', async () => {
	const id = idOf(await start('nightly-retrain', 'again', { agentIds: ['agent_sales'] }));
	const path = `/v1/tasks/${encodeURIComponent(id)}`;
	await ask(platform, { method: 'POST', path: `${path}/cancel` });
	await ask(platform, { path: `${path}?wait=60` });
	const retried = await ask(platform, { method: 'POST', path: `${path}/actions/retry`, key: 'again' });
	expect(retried.status).toBe(202);
	expectUnchecked(retried.body);
});

test('a check before the start refuses nothing for it', async () => {
	const body = { type: 'nightly-retrain', input: { ...named, agentIds: [AGENT] } };
	const checked = await ask(platform, { method: 'POST', path: '/v1/tasks/check', body });
	expect(checked.status).toBe(200);
	expectUnchecked(checked.body);
});

test('a sync into a flow opens', async () => {
	const flow = { label: 'A flow', flow: FLOW, from: 'now', conversation: 'text' };
	const body = { connection: 'main', agentId: 'agent_sales', ...flow };
	const opened = await ask(platform, { method: 'POST', path: '/v1/syncs', body });
	expect(opened.status).toBe(200);
	expectUnchecked(opened.body);
});

test('a message to a hook starts its task', async () => {
	const body = JSON.stringify({ agent: 'agent_sales' });
	const headers = { ...signedByGithub(SECRET, body), 'x-github-delivery': 'busy' };
	const reply = await fetch(`${platform.url}/hooks/push`, { method: 'POST', headers, body });
	expect([reply.status, await reply.json()]).toMatchObject([202, { status: 'running' }]);
});

test('the command line starts a task, and says what was not checked', async () => {
	const { result, notes } = await runCommand(platform, [
		...['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_sales'],
		...['--if-active', 'wait', '--no-wait'],
	]);
	expect(result).toMatch(/^retrain-and-wait~/);
	expect(notes).toMatch(/^Not checked: connection was not looked at, because it is busy/m);
});

test('what needs no call of the connection is still checked', async () => {
	const { status, body } = await start('lead-sync', 'nowhere', { destination: 'none' });
	expect({ status, body }).toMatchObject({ status: 404, body: { issues: [{ path: 'destination' }] } });
});
