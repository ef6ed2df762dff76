import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { blocksIn, type CodeBlock } from '../../../scripts/checks/docs/code-blocks.mjs';
import { pages } from '../../../scripts/checks/docs/files.mjs';
import { ask } from '../../support/gateway/ask';
import { type ProgramRun, runProgramIn } from '../../support/gateway/run-program';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { WebhookReceiver } from '../../support/gateway/webhook-receiver';

/** What a reader pastes after `npm start`, on the real gateway, worker, Temporal and sandbox. */
const blocks = pages()
	.flatMap(blocksIn)
	.filter(({ tag }) => tag === 'run');
const inShell = blocks.filter(({ language }) => language === 'sh' || language === 'bash');
const inJavaScript = blocks.filter(({ language }) => language === 'js');

/** The installed programs instead of downloads, and the end at the first command that fails. */
const BEFORE = `set -euo pipefail
npx() { "$@"; }
curl() { command curl --fail-with-body --silent --show-error "$@"; }
`;

/** The function that the page on events shows. */
const receiverSchema = z.looseObject({
	eventOf: z.custom<(secret: string, headers: Record<string, string>, body: string) => unknown>(
		(value) => typeof value === 'function',
	),
});

let platform: GatewayPlatform;
let receiver: WebhookReceiver;
let folder: string;

beforeAll(async () => {
	receiver = await WebhookReceiver.start();
	const webhookHosts = [receiver.host, 'slack.com:443'];
	platform = await startPlatform({ onlyConnection: 'sandbox', clockFactor: 400, webhookHosts });
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-blocks-'));
	await symlink(join(workspaceRoot, 'node_modules'), join(folder, 'node_modules'));
	// What the pages tell a reader to put there first.
	await writeFile(join(folder, 'agent-knowledge.yaml'), JSON.stringify(configuration()));
	for (const name of ['slack', 'teams']) await writeFile(join(folder, `${name}-webhook.txt`), `${receiver.url}\n`);
	await writeFile(join(folder, 'slack-token.txt'), `xoxb-${randomBytes(12).toString('hex')}\n`);
});
afterAll(async () => {
	await platform.close();
	await receiver.close();
	await rm(folder, { recursive: true });
});

/** The platform's own, with the addresses that it has. */
function configuration(): object {
	const { config, url: publicUrl, operationsUrl } = platform;
	const telemetry = { ...config.telemetry, gatewayAddress: new URL(operationsUrl).host };
	return { ...config, telemetry, gateway: { ...config.gateway, publicUrl } };
}

/** The addresses of the pages become those of the platform. */
function runInShell({ text }: CodeBlock): Promise<ProgramRun> {
	const script = text
		.replaceAll('127.0.0.1:4020', new URL(platform.url).host)
		.replaceAll('127.0.0.1:4021', new URL(platform.operationsUrl).host)
		.replaceAll('https://tasks.example.com', platform.url);
	const env = {
		TOKEN: platform.token,
		N8N_CLOUD_TOKEN: platform.token,
		AGENT_KNOWLEDGE_GATEWAY_URL: platform.url,
		AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token,
	};
	return runProgramIn({ cwd: folder, env }, 'bash', ['-c', BEFORE + script]);
}

it('there are blocks to run, and some say what they print', () => {
	expect(inShell.length).toBeGreaterThan(7);
	expect(inJavaScript).toHaveLength(1);
	expect(inShell.filter(({ prints }) => prints !== null).length).toBeGreaterThan(1);
	expect(blocks.length).toBe(inShell.length + inJavaScript.length);
});

it.each(inShell)('$where ends without an error, and prints what the page says', async (block) => {
	const ran = await runInShell(block);
	expect([ran.code, ran.stderr, ran.stdout]).toEqual([0, expect.any(String), expect.stringMatching(/\S/)]);
	const [printed, promised] = block.prints === null ? ['{}', '{}'] : [ran.stdout, block.prints];
	expect(shapeOf(JSON.parse(printed))).toEqual(shapeOf(JSON.parse(promised)));
});

it.each(inJavaScript)('$where accepts a message of the gateway, and no other', async ({ text }) => {
	await writeFile(join(folder, 'receiver.mjs'), text);
	const { eventOf } = receiverSchema.parse(await import(join(folder, 'receiver.mjs')));
	const body = { url: receiver.url, events: ['task.failed'] };
	const made = await ask(platform, { method: 'POST', path: '/v1/subscriptions', key: 'program', body });
	const { id, secret } = z.looseObject({ id: z.string(), secret: z.string() }).parse(made.body);
	const path = `/v1/subscriptions/${encodeURIComponent(id)}/send-sample`;
	await ask(platform, { method: 'POST', path, key: 'sample', body: { event: 'task.failed' } });
	const signed = (await receiver.untilReceived('task.failed')).find((message) => message.isSignedBy(secret));
	if (signed === undefined) throw new Error('The sample is not signed with the secret of the subscription.');
	expect(eventOf(secret, signed.headers, signed.content)).toMatchObject({ type: 'task.failed' });
	expect(() => eventOf(secret, signed.headers, signed.content.replace('task.failed', 'task.paid'))).toThrow();
	expect(() => eventOf(platform.signingSecret, signed.headers, signed.content)).toThrow();
});

/** The form of a JSON value: names of fields, types, and the forms of a list's items. Two values of one form are alike. */
function shapeOf(value: unknown): unknown {
	if (Array.isArray(value)) {
		const items = new Map(value.map(shapeOf).map((shape) => [JSON.stringify(shape), shape]));
		return [...items.values()];
	}
	if (value === null) return 'null';
	if (typeof value !== 'object') return typeof value;
	const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)]));
}
