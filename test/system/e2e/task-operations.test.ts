/** Every operation of the Agent Knowledge Task node in real n8n, in one flow with a trigger for each part. */
import { Mailboxes } from '../../support/gateway/mailboxes';
import { WebhookReceiver } from '../../support/gateway/webhook-receiver';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { Execution } from '../../support/stack/execution';
import { startFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually } from '../../support/time/eventually';
import { query } from '../../support/postgresql/start-cluster';
import { useCluster } from '../../support/postgresql/use-cluster';
import { askGateway } from './ask-gateway';
import { useFlows } from './use-flows';

/** What the receiver answers to a lead that it refuses. */
const REFUSED = 422;

const cluster = useCluster();
let databaseUrl: string;
let crm: WebhookReceiver;
beforeAll(async () => {
	crm = await WebhookReceiver.start();
	databaseUrl = await cluster().database('conversations');
});
afterAll(() => crm.close());
const flows = useFlows({
	destinations: () => ({
		crm: { type: 'webhook', url: crm.url, secret: `whsec_${Buffer.alloc(32, 'k').toString('base64')}` },
		database: { type: 'postgresql', url: databaseUrl },
	}),
});

const sandbox = () => flows().running.stack.sandbox;

/** Starts one part of the flow. @returns the id of the execution */
async function start(trigger: string): Promise<string> {
	return startFlow(flows().running.n8n.client, await flows().import('task-operations.json'), trigger);
}

async function ended(id: string): Promise<Execution> {
	const execution = await flows().untilEnded(id);
	expect(execution.status).toBe('success');
	return execution;
}

it('runs the operations on files, sources and exports', async () => {
	const admin = new SandboxAdmin(sandbox());
	await admin.captureLead('agent_quick', { name: 'Ada', email: 'ada@client.example' });
	const execution = await ended(await start('Start Files'));

	const [uploaded] = execution.output('Upload');
	expect(uploaded).toMatchObject({ blob: expect.stringMatching(/^sha256:/) as string, filename: 'prices.txt' });
	expect(execution.output('Add Many')).toMatchObject([
		{
			outcome: 'completed',
			sources: 2,
			added: 2,
			details: {
				result: {
					rows: [
						{ type: 'file', name: 'prices.txt', status: 'indexed' },
						{ type: 'text', name: 'Opening hours', status: 'indexed' },
					],
				},
			},
		},
	]);
	const [exported] = execution.output('Export');
	expect(exported).toMatchObject({
		outcome: 'completed',
		rows: 1,
		details: { result: { agents: [{ agentId: 'agent_quick' }] } },
	});
	const [conversations] = execution.output('Export Conversations');
	expect(conversations).toMatchObject({
		outcome: 'completed',
		conversations: 1,
		details: { result: { agents: [{ agentId: 'agent_quick' }] } },
	});
	for (const node of ['Download File', 'Get', 'Get Many'])
		expect(execution.output(node)).toMatchObject([{ id: exported?.['id'], status: 'completed' }]);
});

it('runs the operations that retrain, cancel, retry and wait', async () => {
	const id = await start('Start Training');
	const waiting = await flows().untilWaiting(id, (execution) => execution.runs('Wait') === 1);
	const [slow] = waiting.output('Start Slow');
	expect(waiting.waitOf('Wait').taskIds).toEqual([slow?.['id']]);
	await flows().agents.finishTraining();
	const execution = await ended(id);

	expect(execution.output('Retrain')).toMatchObject([{ agentId: 'agent_quick', status: 'completed' }]);
	expect(execution.output('Retrain Many')).toMatchObject([
		{
			status: 'completed',
			details: { result: { rows: [{ agentId: 'agent_quick' }, { agentId: 'agent_quick_too' }] } },
		},
	]);
	expect(slow).toMatchObject({ id: expect.stringContaining('retrain-and-wait~') as string, status: 'running' });
	expect(execution.output('Cancel')).toMatchObject([{ id: slow?.['id'] }]);
	expect(execution.output('Cancelled')).toMatchObject([{ id: slow?.['id'], status: 'cancelled' }]);
	expect(execution.output('Retry')).toMatchObject([{ id: slow?.['id'], status: 'running' }]);
	expect(execution.output('Wait')).toMatchObject([{ id: slow?.['id'], status: 'completed' }]);
});

it('runs the operations on schedules', async () => {
	const execution = await ended(await start('Start Schedules'));

	expect(execution.output('Nightly')).toMatchObject([{ id: 'walk-nightly', cron: ['30 3 * * *'], paused: false }]);
	const weekly = { id: 'walk-weekly', type: 'lead-export', cron: ['0 6 * * 1'], paused: true };
	expect(execution.output('Weekly')).toMatchObject([weekly]);
	expect(execution.output('Run Now')).toMatchObject([weekly]);
	const byId = (one: { id?: unknown }, other: { id?: unknown }) => String(one.id).localeCompare(String(other.id));
	const listed = execution.output('Schedules', 0, execution.runs('Schedules') - 1);
	expect(listed.sort(byId)).toMatchObject([{ id: 'walk-nightly' }, { id: 'walk-weekly' }]);
	expect(execution.output('Delete').sort(byId)).toEqual([
		{ id: 'walk-nightly', deleted: true },
		{ id: 'walk-weekly', deleted: true },
	]);
	expect(await askGateway(flows().running.stack, 'GET', '/v1/schedules')).toMatchObject({ items: [] });
});

it('runs the operations that send an email after approval', async () => {
	const { apiKey, ...service } = sandbox();
	const mail = new Mailboxes({ sandbox: { ...service, seedKey: apiKey } }, 'agent_quick');
	await mail.active('help@shop.example');
	const id = await start('Start Email');
	await flows().untilWaiting(id, (execution) => execution.runs('Delivered') === 1);
	await flows().agents.finishTraining();
	const execution = await ended(id);

	const [draft] = execution.output('Draft');
	expect(execution.output('Get Review')).toMatchObject([
		{ id: draft?.['id'], draft: { to: ['ada@client.example'], subject: 'Your order' } },
	]);
	expect(execution.output('Decide')).toMatchObject([
		{ id: draft?.['id'], decision: { action: 'approve', by: 'Ada Reviewer' } },
	]);
	expect(execution.output('Delivered')).toMatchObject([
		{ id: draft?.['id'], outcome: 'sent', details: { result: { outcomes: [{ address: 'ada@client.example' }] } } },
	]);
	expect(await mail.received('ada@client.example')).toMatchObject([{ subject: 'Your order' }]);
});

it('runs the operations on a sync of leads', async () => {
	const admin = new SandboxAdmin(sandbox());
	const lead = await admin.captureLead('agent_quick_too', { name: 'Bob', email: 'bob@client.example' });
	crm.status = REFUSED;
	const id = await start('Start Sync');
	await crm.untilReceived('lead.captured');
	crm.status = 200;
	const execution = await ended(id);

	const [sync] = execution.output('Sync');
	expect(execution.output('Retry Refused')).toMatchObject([
		{ id: sync?.['id'], message: 'One refused lead is retried.' },
	]);
	expect(execution.output('Sync Now')).toMatchObject([{ id: sync?.['id'] }]);
	const [, again] = await crm.untilReceived('lead.captured', 2);
	expect(again?.body.data).toMatchObject({ id: lead.id, name: 'Bob' });
});

it('runs the operation on a sync of conversations', async () => {
	const admin = new SandboxAdmin(sandbox());
	const id = await admin.beginConversation('agent_quick');
	await admin.addMessage(id, 'visitor', 'Do you deliver on Sundays?');
	const execution = await ended(await start('Start Conversation Sync'));
	const [sync] = execution.output('Sync Conversations');
	expect(sync).toMatchObject({ id: expect.stringContaining('conversation-sync~') as string, status: 'running' });
	const rows = () => query(databaseUrl, 'SELECT text FROM conversation_messages WHERE conversation_id = $1', [id]);
	await eventually(async () => (await rows()).length === 1, Boolean, 'The conversation in the table');
	await askGateway(flows().running.stack, 'POST', `/v1/tasks/${encodeURIComponent(String(sync?.['id']))}/cancel`);
});

it('runs the operation on knowledge', async () => {
	const execution = await ended(await start('Start Knowledge'));
	expect(execution.output('Keep in Step')).toMatchObject([
		{ outcome: 'completed', set: 'Prices', added: 2, notInStep: 0 },
		{ outcome: 'done', step: 'create', name: 'What does a cup cost?' },
		{ outcome: 'done', step: 'create', name: 'When do you open?' },
	]);
});
