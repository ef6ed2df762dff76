import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { openBrowser } from '../browser/open-browser';
import { picturePath, walk } from '../browser/walk';
import { requestsOf } from '../stack/sandbox-requests';
import { startFlow, untilStatus } from '../stack/run-flow';
import { startN8nWithPackages, type N8n } from '../stack/start-n8n-with-packages';
import { startStack, type Stack } from '../stack/start-stack';

const BOOT_MS = 15 * 60_000;
const FLOW_MS = 120_000;

let folder: string;
let stack: Stack | undefined;
let n8n: N8n | undefined;
let browser: Browser | undefined;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-smoke-'));
	const port = await freePort();
	stack = await startStack({ folder, clockFactor: 10, callbackHosts: [`127.0.0.1:${port}`] });
	n8n = await startN8nWithPackages(stack, folder, port);
	browser = await openBrowser();
}, BOOT_MS);

afterAll(async () => {
	await browser?.close();
	await n8n?.server.stop();
	await stack?.stop();
	await rm(folder, { recursive: true, force: true });
}, 60_000);

function running(): { stack: Stack; n8n: N8n; browser: Browser } {
	if (!stack || !n8n || !browser) throw new Error('The stack did not start.');
	return { stack, n8n, browser };
}

test(
	'the example flow retrains an agent, waits without holding n8n, and goes on with the result',
	async () => {
		const { client, importExample } = running().n8n;
		const id = await importExample('retrain-and-wait.json');
		const execution = await startFlow(client, id, 'Start by Hand');

		await untilStatus(client, execution, ['waiting'], FLOW_MS);
		const { status, data } = await untilStatus(client, execution, ['success', 'error', 'crashed'], FLOW_MS);

		expect(status).toBe('success');
		expect(data).toContain('agent_support read');
		const posts = await requestsOf(running().stack, { method: 'POST', path: '/agents/agent_support/retrain' });
		expect(posts.map((request) => request.status)).toEqual([202]);
	},
	2 * FLOW_MS,
);

test(
	'the same flow in the editor: a person runs it, sees it wait, and reads the result',
	async () => {
		const id = await running().n8n.importExample('retrain-and-wait.json');

		await walk(running().browser, running().n8n, 'example-flow', async (editor) => {
			await editor.open(id);
			await editor.execute();
			await editor.untilWaiting('Retrain and Wait');
			await editor.untilGreen('Retrain and Wait');
			await editor.untilGreen('Say What Was Learned');

			expect(await editor.openLogs()).toMatch(/agent_support read \d+ of \d+ pages/);
			await editor.tidy();
			await editor.page.screenshot({ path: await picturePath('example-flow.png') });
		});
	},
	2 * FLOW_MS,
);
