import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import manifest from '../../../package.json';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';
import { startFlow } from '../../../scripts/n8n/workflows.mjs';
import { publishedPackages } from '../../../scripts/release/packages/published-packages.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { runProgramIn } from '../../support/gateway/run-program';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { untilStatus } from '../../support/stack/execution-status';
import { startN8nWithPackages, type N8n } from '../../support/stack/start-n8n-with-packages';
import { startStack, type Stack } from '../../support/stack/start-stack';
import { type InstalledProgram, installProgram } from './installed-programs';
import { type LocalRegistry, startLocalRegistry } from './local-registry';

/** n8n's installer runs npm three times. */
const INSTALL_MS = 180_000;
const NODE_PACKAGES = publishedPackages.filter(({ isForN8n }) => isForN8n).map(({ name }) => name);

const installedSchema = z.object({
	packageName: z.string(),
	installedVersion: z.string(),
	installedNodes: z.array(z.object({ type: z.string() })),
});
const listedSchema = z.array(installedSchema.extend({ failedLoading: z.boolean() }));
const taskSchema = z.object({ status: z.string(), result: z.looseObject({ outcome: z.string() }) });

let folder: string;
let sandbox: InstalledProgram;
let worker: InstalledProgram;
let registry: LocalRegistry | undefined;
let stack: Stack | undefined;
let n8n: N8n | undefined;
/** What n8n's installer said about each package. */
const installed: z.infer<typeof installedSchema>[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-install-'));
	sandbox = await installProgram('agent-knowledge-sandbox', folder);
	worker = await installProgram('agent-knowledge-worker', folder);
	const port = await freePort();
	stack = await startStack({
		folder: join(folder, 'stack'),
		clockFactor: 10,
		callbackHosts: [`127.0.0.1:${port}`],
		programs: { sandbox: sandbox.program, worker: worker.program },
	});
	registry = await startLocalRegistry(await installN8n({ cache: cacheFolder() }), folder);
	n8n = await startN8nWithPackages(stack, join(folder, 'stack'), port, registry.env, installPackages);
});

afterAll(async () => {
	await n8n?.server.stop();
	await registry?.stop();
	await stack?.stop();
	await rm(folder, { recursive: true, force: true });
});

async function installPackages(client: N8nClient): Promise<void> {
	for (const name of NODE_PACKAGES) {
		installed.push(
			installedSchema.parse(await client.request('POST', '/rest/community-packages', { name }, INSTALL_MS)),
		);
	}
}

function running(): { stack: Stack; n8n: N8n } {
	if (!stack || !n8n) throw new Error('n8n and what it stands on did not start.');
	return { stack, n8n };
}

describe('agent-knowledge-sandbox', () => {
	it('serves the API, the dashboard, the widget and its website', async () => {
		const { apiUrl, siteUrl, apiKey } = running().stack.sandbox;
		const statusOf = async (url: string, headers = {}) => (await fetch(url, { headers })).status;
		expect(await statusOf(`${apiUrl}/api/v1/agents`, { authorization: `Bearer ${apiKey}` })).toBe(200);
		expect(await statusOf(`${apiUrl}/api/v1/agents`)).toBe(401);
		expect(await Promise.all([`${apiUrl}/`, `${apiUrl}/widget.js`, siteUrl].map((url) => statusOf(url)))).toEqual([
			200, 200, 200,
		]);
	});

	it('reads a file, which takes the threads that are in the package', async () => {
		const { apiUrl, apiKey } = running().stack.sandbox;
		const body = new FormData();
		body.append('file', new Blob(['Parcels,Days\nto the islands,nine\n'], { type: 'text/csv' }), 'delivery.csv');
		const headers = { authorization: `Bearer ${apiKey}` };
		const sources = `${apiUrl}/api/v1/agents/agent_sales/sources`;
		const uploaded = await fetch(`${sources}/files`, { method: 'POST', headers, body });
		expect([uploaded.status, await uploaded.text()]).toEqual([201, expect.stringContaining('delivery.csv')]);
	});
});

describe('agent-knowledge-worker', () => {
	const environment = () => {
		const { url, token } = running().stack.gateway;
		return { AGENT_KNOWLEDGE_GATEWAY_URL: url, AGENT_KNOWLEDGE_GATEWAY_TOKEN: token };
	};
	const run = (...args: string[]) =>
		runProgramIn({ cwd: worker.folder, env: environment() }, 'npx', [...worker.program.args, ...args]);

	it('is the version that was packed', async () => {
		expect((await run('--version')).stdout.trim()).toBe(worker.version);
		expect(worker.version).toBe(manifest.version);
	});

	it('does a task that its command line starts', async () => {
		const task = ['run', 'retrain-and-wait', '--connection', 'sandbox', '--agent', 'agent_sales', '--json'];
		const { code, stdout, stderr } = await run(...task);
		expect({ code, stderr }).toMatchObject({ code: 0 });
		expect(taskSchema.parse(JSON.parse(stdout))).toMatchObject({
			status: 'completed',
			result: { outcome: 'finished' },
		});
		const posts = await new SandboxAdmin(running().stack.sandbox).requests({
			method: 'POST',
			path: '/agents/agent_sales/retrain',
		});
		expect(posts.map(({ status }) => status)).toEqual([202]);
	});

	it('has the workflows that replay its own histories', async () => {
		const config = join(folder, 'stack', 'worker.yaml');
		const { code, stdout } = await run('replay', '--open', '--config', config, '--json');
		expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({
			code: 0,
			answer: { ok: true, failed: [] },
		});
	});

	it('serves its console, with the script that the page loads', async () => {
		const { url } = running().stack.gateway;
		const page = await (await fetch(`${url}/`)).text();
		const script = /<script[^>]+src="([^"]+)"/.exec(page)?.[1];
		expect((await fetch(new URL(script ?? '', `${url}/`))).status).toBe(200);
	});
});

describe('the packages for n8n', () => {
	it('are installed by n8n itself, with every node that they have', async () => {
		expect(installed.map(({ packageName, installedVersion }) => [packageName, installedVersion])).toEqual(
			NODE_PACKAGES.map((name) => [name, manifest.version]),
		);
		const types = installed.flatMap(({ installedNodes }) => installedNodes.map(({ type }) => type));
		expect(types.toSorted()).toEqual([
			'n8n-nodes-agent-knowledge-tasks.agentKnowledgeSyncedLeadTrigger',
			'n8n-nodes-agent-knowledge-tasks.agentKnowledgeTask',
			'n8n-nodes-agent-knowledge-tasks.agentKnowledgeTaskTrigger',
			'n8n-nodes-agent-knowledge.agentKnowledge',
			'n8n-nodes-agent-knowledge.agentKnowledgeTrigger',
		]);
		const listed = listedSchema.parse(await running().n8n.client.request('GET', '/rest/community-packages'));
		expect(listed.filter(({ failedLoading }) => failedLoading)).toEqual([]);
		expect(listed).toHaveLength(NODE_PACKAGES.length);
	});

	it('run a flow that starts a task and waits for it', async () => {
		const { client, importExample } = running().n8n;
		const execution = await startFlow(client, await importExample('retrain-and-wait.json'), 'Start by Hand');
		const { status, data } = await untilStatus(client, execution, ['success', 'error', 'crashed']);
		expect(data).toContain('agent_support read');
		expect(status).toBe('success');
	});

	it('run a flow that needs no worker', async () => {
		const { client, importExample } = running().n8n;
		const id = await importExample('retrain-without-worker.json');
		const execution = await startFlow(client, id, 'Start by Hand');
		const { status } = await untilStatus(client, execution, ['success', 'error', 'crashed']);
		expect(status).toBe('success');
	});

	it('leave n8n when they are uninstalled', async () => {
		const { client } = running().n8n;
		for (const name of NODE_PACKAGES) await client.request('DELETE', `/rest/community-packages?name=${name}`);
		expect(await client.request('GET', '/rest/community-packages')).toEqual([]);
	});
});
