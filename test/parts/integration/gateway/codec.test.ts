import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { realServer } from '../../../support/temporal/find-server';
import { ask, idOf } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const run = promisify(execFile);
const ADDRESS = 'ann@client.example';
const READER = 'r'.repeat(32);

let platform: GatewayPlatform;
let workflowId: string;

beforeAll(async () => {
	platform = await startPlatform({
		moreTokens: [{ name: 'reader', token: READER, roles: ['read', 'start', 'decide', 'erase'] }],
	});
	const input = { version: 1, connection: 'main', agentIds: ['agent_support'], email: ADDRESS, format: 'csv' };
	const started = await ask(platform, { method: 'POST', path: '/v1/tasks/lead-export', key: 'one', body: input });
	workflowId = idOf(started);
});
afterAll(() => platform.close());

/** As docs/gateway.md has it. */
async function show(token: string | null): Promise<string> {
	const { address, namespace } = platform.config.temporal;
	const codec = token === null ? [] : ['--codec-endpoint', `${platform.url}/codec`];
	const words = ['workflow', 'show', '--workflow-id', workflowId, '--output', 'json', ...codec];
	const env = {
		...process.env,
		TEMPORAL_ADDRESS: address,
		TEMPORAL_NAMESPACE: namespace,
		...(token === null ? {} : { TEMPORAL_CODEC_AUTH: `Bearer ${token}` }),
	};
	return (await run(await realServer(), words, { env })).stdout;
}

it("Temporal's own program prints a task's input, with the role", async () => {
	expect(await show(null)).not.toContain(ADDRESS);
	const shown = await show(platform.token);
	expect(`${shown}${Buffer.from(/"data": "([^"]+)"/.exec(shown)?.[1] ?? '', 'base64').toString()}`).toContain(ADDRESS);
	expect(platform.logged()).not.toContain(ADDRESS);
});

it('and is refused without the role', async () => {
	// The program does not show the response; the gateway's log does.
	await expect(show(READER)).rejects.toMatchObject({ stdout: expect.not.stringContaining(ADDRESS) as string });
	expect(platform.logged()).toMatch(/"path":"\/codec\/decode","status":403,.*"client":"reader"/);
});
