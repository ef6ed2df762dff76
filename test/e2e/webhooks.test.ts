import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { workspaceRoot } from '../../scripts/build/workspace-root.mjs';
import { saveCredential } from '../../scripts/n8n/credentials.mjs';
import { activateFlow, type Flow, importFlow, withCredentials } from '../../scripts/n8n/workflows.mjs';
import { waitUntil } from '../../scripts/processes/wait-until.mjs';
import { useBrowser } from '../support/browser/use-browser';
import { SandboxAdmin } from '../support/sandbox-admin/sandbox-admin';
import { Execution, type Json } from '../support/stack/execution';
import { askGateway } from './ask-gateway';
import { pictureOfExecution } from './example-picture';
import { StandIn } from './stand-in';
import { useFlows } from './use-flows';

const AGENT = 'agent_support';
const LEADS = 12;
const SEEN_WITHIN_MS = 240_000;
/** n8n's Crypto node takes a secret as text, so that the bytes of the secret are a text. */
const SECRET = '0123456789abcdefghijklmnopqrstuv';
const SIGNING_SECRET = `whsec_${Buffer.from(SECRET).toString('base64')}`;

const flows = useFlows({ NODE_FUNCTION_ALLOW_BUILTIN: 'crypto' }, (n8nUrl) => ({
	flow: { type: 'webhook', url: `${n8nUrl}/webhook/agent-knowledge-leads`, secret: SIGNING_SECRET },
}));
const browser = useBrowser();

/** The example with a credential for its secret, once it takes leads at its path. */
async function importExample(path: string, fill?: (text: string) => string): Promise<string> {
	const { client, url } = flows().running.n8n;
	const credential = { name: 'Secret of the Leads', type: 'crypto', data: { hmacSecret: SECRET } };
	const crypto = { id: await saveCredential(client, credential), name: credential.name };
	const flow = await flowOf('examples/leads-by-webhook.json', fill);
	const id = await importFlow(client, withCredentials(flow, { crypto }));
	await activateFlow(client, id);
	await waitUntil('The flow takes leads', async () => {
		const { status } = await fetch(`${url}/webhook/${path}`, { method: 'POST' });
		return status === 404 ? null : true;
	});
	return id;
}

async function flowOf(file: string, fill: (text: string) => string = (text) => text): Promise<Flow> {
	return JSON.parse(fill(await readFile(join(workspaceRoot, file), 'utf8'))) as Flow;
}

const ask = (method: string, path: string, body?: object) => askGateway(flows().running.stack, method, path, body);

/** As the worker posts a lead. @returns the status of the answer */
async function postSigned(url: string, secret: string, at: Date, id: string, content: string): Promise<number> {
	const headers = {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
		'webhook-signature': new Webhook(secret).sign(id, at, content),
	};
	return (await fetch(url, { method: 'POST', headers, body: content })).status;
}

/** Leads that a CRM got, each as often as it did. */
const ids = (contacts: Json[]) => contacts.map(({ externalId }) => z.string().parse(externalId)).sort();

test('leads-by-webhook.json takes every lead of a sync into the CRM, also when n8n is killed meanwhile', async () => {
	const { n8n, stack } = flows().running;
	const admin = new SandboxAdmin(stack.sandbox);
	const standIn = await StandIn.import(n8n);
	const example = await importExample('agent-knowledge-leads');
	const captured: string[] = [];
	const capture = async (name: string) => {
		const lead = await admin.captureLead(AGENT, { name, email: `${name}@client.example`, fields: { 2: 'b', 1: 'ä' } });
		captured.push(`${AGENT}/${lead.id}`);
	};
	await capture('first');
	const input = { version: 1, connection: 'sandbox', agentId: AGENT, destination: 'flow', intervalSeconds: 10 };
	const { id } = z
		.object({ id: z.string() })
		.loose()
		.parse(await ask('POST', '/v1/tasks/lead-sync', input));
	const inCrm = async (count: number) =>
		waitUntil(
			`${count} leads in the CRM`,
			async () => {
				const got = ids(await standIn.contacts().catch(() => []));
				return new Set(got).size >= count ? got : null;
			},
			{ timeoutMs: SEEN_WITHIN_MS, everyMs: 1_000 },
		);
	await inCrm(1);

	for (let number = 1; number <= LEADS; number += 1) await capture(`lead${number}`);
	const act = (action: string, body: object = {}) =>
		ask('POST', `/v1/tasks/${encodeURIComponent(id)}/actions/${action}`, body);
	await act('sync-now');
	await inCrm(3);
	await n8n.server.kill();
	await capture('while-n8n-is-away');
	await n8n.server.start();
	await act('sync-now');
	const sent = await inCrm(captured.length);
	expect([...new Set(sent)]).toEqual(captured.toSorted());
	// The one that was under way when n8n was killed may come twice: its contact was made, and not noted.
	expect(sent.length - captured.length).toBeLessThanOrEqual(1);

	const posted = async () =>
		z
			.object({ progress: z.object({ itemsDone: z.number() }).loose() })
			.loose()
			.parse(await ask('GET', `/v1/tasks/${encodeURIComponent(id)}`)).progress.itemsDone;
	const before = await posted();
	await act('sync-now', { from: '2020-01-01' });
	await waitUntil('Every lead posted again', async () => ((await posted()) >= before + captured.length ? true : null), {
		timeoutMs: SEEN_WITHIN_MS,
		everyMs: 1_000,
	});
	expect(ids(await standIn.contacts())).toEqual(sent);
	await ask('POST', `/v1/tasks/${encodeURIComponent(id)}/cancel`);

	const newContact = await waitUntil('An execution that made a contact', async () => {
		for (const each of await flows().executionsOf(example)) {
			const execution = await Execution.read(n8n.client, each.id);
			if (execution.runs('Note as Sent') > 0) return execution;
		}
		return null;
	});
	const file = 'example-leads-by-webhook.png';
	await pictureOfExecution(browser(), n8n, { workflowId: example, executionId: newContact.id, file });
});

test('leads-by-webhook.json refuses what is not signed with its secret, or was signed long ago, and sends no ping on', async () => {
	const { n8n } = flows().running;
	const standIn = await StandIn.import(n8n);
	await importExample('agent-knowledge-leads');
	const before = (await standIn.contacts()).length;
	const content = JSON.stringify({ type: 'lead.captured', data: { id: 1, agentId: 'x', name: 'Mallory' } });
	const url = `${n8n.url}/webhook/agent-knowledge-leads`;
	const post = (secret: string, at: Date) => postSigned(url, secret, at, 'lead_x_1', content);
	const wrong = `whsec_${Buffer.from(SECRET.toUpperCase()).toString('base64')}`;
	expect(await post(wrong, new Date())).toBe(401);
	expect(await post(SIGNING_SECRET, new Date(Date.now() - 3_600_000))).toBe(401);
	const ping = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} });
	expect(await postSigned(url, SIGNING_SECRET, new Date(), 'ping_1', ping)).toBe(200);
	expect((await standIn.contacts()).length).toBe(before);
});

test('leads-by-webhook.json hands a lead that the CRM refuses to the refused ones, and holds all while the CRM is down', async () => {
	const { n8n } = flows().running;
	const crm = createServer((request, response) => {
		request.resume().on('end', () => response.writeHead(crmAnswers).end('{}'));
	});
	let crmAnswers = 422;
	await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve));
	const { port } = z.object({ port: z.number() }).parse(crm.address());
	await importExample('leads-of-another-crm', (text) =>
		text
			.replaceAll('akExampleLeadHook', 'akExampleLeadCrm')
			.replaceAll('agent-knowledge-leads', 'leads-of-another-crm')
			.replace(/"value": "[^"]*stand-in-crm"/, `"value": "http://127.0.0.1:${port}/"`),
	);
	const postLead = (id: string) => {
		const content = JSON.stringify({ type: 'lead.captured', data: { id: 1, agentId: 'x', name: 'A Lead' } });
		return postSigned(`${n8n.url}/webhook/leads-of-another-crm`, SIGNING_SECRET, new Date(), id, content);
	};
	try {
		expect(await postLead('lead_x_2')).toBe(422);
		crmAnswers = 500;
		expect(await postLead('lead_x_2')).toBe(503);
		crmAnswers = 201;
		expect(await postLead('lead_x_2')).toBe(200);
		crmAnswers = 500;
		expect(await postLead('lead_x_2')).toBe(200);
	} finally {
		await new Promise((resolve) => crm.close(resolve));
	}
	expect(await postLead('lead_x_3')).toBe(503);
});

test("a subscription's events reach a flow that verifies them and knows those it has", async () => {
	const { n8n } = flows().running;
	const url = `${n8n.url}/webhook/agent-knowledge-events`;
	const subscription = z
		.object({ id: z.string(), secret: z.string() })
		.loose()
		.parse(await ask('POST', '/v1/subscriptions', { url, events: ['task.completed'] }));
	const flow = await flowOf('test/e2e/flows/events-by-webhook.json', (text) =>
		text.replace('SECRET_OF_THE_SUBSCRIPTION', subscription.secret),
	);
	const workflowId = await importFlow(n8n.client, flow);
	const task = z
		.object({ id: z.string() })
		.loose()
		.parse(
			await ask('POST', '/v1/tasks/lead-export', {
				version: 1,
				connection: 'sandbox',
				agentIds: [AGENT],
				format: 'csv',
			}),
		);
	const executions = async (count: number) =>
		waitUntil(
			`${count} executions`,
			async () => {
				const ended = (await flows().executionsOf(workflowId)).filter(({ status }) => status === 'success');
				return ended.length >= count ? Promise.all(ended.map((each) => flows().read(each.id))) : null;
			},
			{ timeoutMs: SEEN_WITHIN_MS, everyMs: 500 },
		);
	const [first] = await executions(1);
	expect(first?.output('Only New Ones')).toEqual([
		{
			genuine: true,
			webhookId: expect.stringContaining(task.id) as string,
			event: expect.objectContaining({ type: 'task.completed' }) as object,
		},
	]);
	const { items } = z
		.object({ items: z.array(z.object({ id: z.string() }).loose()) })
		.loose()
		.parse(await ask('GET', `/v1/subscriptions/${encodeURIComponent(subscription.id)}/deliveries`));
	const path = `/v1/subscriptions/${encodeURIComponent(subscription.id)}/deliveries/${encodeURIComponent(items[0]?.id ?? '')}/resend`;
	await ask('POST', path);
	const [again] = await executions(2);
	expect(again?.output('Verify')).toEqual(first?.output('Verify'));
	expect(again?.output('Only New Ones')).toEqual([]);
});
