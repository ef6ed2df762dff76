import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runProgram } from '../../../../worker/cli/program';
import { ask } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const CONVERSATIONS = 33;

let platform: GatewayPlatform;
let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-conversations-'));
	platform = await startPlatform();
	await platform.admin.generate('agent_support', { kind: 'conversations', count: CONVERSATIONS, days: 3 });
});
afterAll(async () => {
	await platform.close();
	await rm(folder, { recursive: true });
});

function start(key: string, input: object = {}) {
	const body = { connection: 'main', agentIds: ['agent_support'], ...input };
	return ask(platform, { method: 'POST', path: '/v1/tasks/conversation-export', key, body });
}

it('is started, followed and downloaded by the command line', async () => {
	const out = join(folder, 'conversations.ndjson');
	const notes: string[] = [];
	const args = ['run', 'conversation-export', '--connection', 'main', '--agents', 'agent_support', '--last-days', '30'];
	const code = await runProgram(['node', 'agent-knowledge', ...args, '--out', out, '--gateway', platform.url], {
		result: (text) => notes.push(text),
		note: (text) => notes.push(text),
		interactive: false,
		screen: null,
		cwd: '/',
		env: { AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token },
	});
	expect([code, notes.at(-1)]).toEqual([0, expect.stringMatching(/^Wrote .*conversations\.ndjson, \d+ bytes/)]);
	expect(notes.join('\n')).toContain(`has ${CONVERSATIONS} conversations with ${2 * CONVERSATIONS} messages.`);
	const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
	const ids = lines.map((line) => z.looseObject({ id: z.string() }).parse(JSON.parse(line)).id);
	expect([ids.length, new Set(ids).size]).toEqual([CONVERSATIONS, CONVERSATIONS]);
});

describe('bad input', () => {
	it.each([
		['no agent', { agentIds: [] }, 400, 'agentIds'],
		['an agent that nobody knows', { agentIds: ['agent_nobody'] }, 404, 'agentIds.0'],
		['a day that is to come', { startDate: '2999-01-01' }, 400, 'startDate'],
		['two periods', { startDate: '2026-01-01', lastDays: 3 }, 400, 'lastDays'],
		['an empty channel', { channel: ' ' }, 400, 'channel'],
		['an unknown state', { state: 'closed' }, 400, 'state'],
		['an unknown format', { format: 'xlsx' }, 400, 'format'],
		['files per day without a bucket', { partition: 'day' }, 400, 'partition'],
		['a bucket that nobody knows', { bucket: 'nowhere' }, 404, 'bucket'],
	])('starts nothing with %s', async (name, input, status, path) => {
		const answer = await start(`bad: ${name}`, input);
		expect(answer).toMatchObject({ status, body: { issues: [{ path }] } });
	});

	it.each([
		['of an agent that is named', { connection: 'restricted', agentIds: ['agent_sales'] }],
		['of all agents', { connection: 'narrow', agentIds: undefined }],
	])('starts nothing with a key that may not read the conversations %s', async (name, input) => {
		const answer = await start(`scope: ${name}`, input);
		expect(answer).toMatchObject({ status: 424, body: { issues: [{ path: 'connection' }] } });
		expect(answer.text).toContain('read:conversations');
	});
});
