import { z } from 'zod';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { ListedExecution } from '../../support/stack/list-executions';
import { askGateway } from './ask-gateway';
import { pictureOfExecution } from './example-picture';
import { type FlowNode, importChanged } from './import-changed';
import { StandIn } from './stand-in';
import { useFlows } from './use-flows';

const AGENT = 'agent_support';
/** The trigger looks for leads every minute, and the worker for the outcome of an email. */
const reviewSchema = z.looseObject({ question: z.looseObject({ hash: z.string() }).nullable() });

const flows = useFlows();
const browser = useBrowser();
const ask = (method: string, path: string, body?: object) => askGateway(flows().running.stack, method, path, body);

it('mail-lead-by-lead.json continues with the second lead while the first one waits', async () => {
	const { n8n, stack } = flows().running;
	await flows().agents.finishTraining();
	const standIn = await StandIn.import(n8n);
	const admin = new SandboxAdmin(stack.sandbox);
	await new Mailboxes({ sandbox: { ...stack.sandbox, seedKey: stack.sandbox.apiKey } }).active('help@shop.example');
	const flow = await importChanged(n8n, 'mail-lead-by-lead.json', unnotified);
	const polls = { method: 'GET', path: '/agents/{id}/leads' };
	const before = (await admin.requests(polls)).length;
	await activateFlow(n8n.client, flow);
	await eventually(async () => (await admin.requests(polls)).length > before, Boolean, 'The first poll');

	const people = ['Ada', 'Ben'] as const;
	for (const name of people) await admin.captureLead(AGENT, { name, email: `${name.toLowerCase()}@client.example` });
	const waiting = await untilWaiting(flow, people.length);
	const trigger = (await flows().executionsOf(flow)).find(({ status }) => status === 'success');
	expect((await flows().read(trigger?.id ?? '')).output('New Lead').map(({ name }) => name)).toEqual(people);

	const leads = await Promise.all(waiting.map(async ({ id }) => (await flows().read(id)).output('One Lead')));
	expect(leads.map((items) => items.map(({ name }) => name)).sort()).toEqual([['Ada'], ['Ben']]);
	const [ada, ben] = people.map((name) => waiting[leads.findIndex(([lead]) => lead?.['name'] === name)]?.id ?? '');

	await approve(ben);
	const ended = await flows().untilEnded(ben ?? '');
	expect(ended.status).toBe('success');
	expect((await standIn.messages()).map(({ text }) => text)).toEqual([
		'The email to Ben was sent: ben@client.example delivered. Decided by Rita.',
	]);
	expect((await flows().read(ada ?? '')).status).toBe('waiting');

	await approve(ada);
	expect((await flows().untilEnded(ada ?? '')).status).toBe('success');
	await pictureOfExecution(browser(), n8n, {
		workflowId: flow,
		executionId: ended.id,
		file: 'example-mail-lead-by-lead.png',
	});
});

/** This test looks for the reviews itself. */
function unnotified(node: FlowNode): FlowNode {
	if (node.name !== 'Send After Approval') return node;
	const options = z.looseObject({}).parse(node.parameters['options']);
	return { ...node, parameters: { ...node.parameters, options: { ...options, nobodyNotified: true } } };
}

async function untilWaiting(flow: string, count: number): Promise<ListedExecution[]> {
	return eventually(
		async () => (await flows().executionsOf(flow)).filter(({ status }) => status === 'waiting'),
		(waiting) => waiting.length >= count,
		`${count} executions that wait`,
		{ everyMs: 1_000 },
	);
}

/** A person approves the email that an execution waits for. */
async function approve(executionId = ''): Promise<void> {
	const [task = ''] = (await flows().read(executionId)).waitOf('Send After Approval').taskIds;
	const path = `/v1/tasks/${encodeURIComponent(task)}`;
	const hash = await eventually(
		async () => {
			const { question } = reviewSchema.parse(await ask('GET', `${path}/review`));
			return question?.hash ?? null;
		},
		isThere,
		'The review',
	);
	await ask('POST', `${path}/decision`, { action: 'approve', hash, by: 'Rita' });
}
