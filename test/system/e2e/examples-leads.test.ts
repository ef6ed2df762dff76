import { createClient } from '../../../api';
import { activateFlow, startFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { pictureOfExecution } from './example-picture';
import { StandIn } from './stand-in';
import { useFlows } from './use-flows';

const AGENT = 'agent_support';
/** More than a page of the list. */
const LEADS = 105;

const flows = useFlows();
const browser = useBrowser();

it('lead-backfill.json sends each lead once, however often it runs', async () => {
	const { admin, standIn } = await begin();
	await admin.generate(AGENT, { kind: 'leads', count: LEADS });

	const first = await backfill();
	expect(await sent(standIn)).toEqual(await captured());

	await admin.captureLead(AGENT, { name: 'Nina New', email: 'nina@example.com' });
	const again = await backfill();
	expect(again.output('Note as Sent')).toHaveLength(1);
	expect(await sent(standIn)).toEqual(await captured());
	await picture('lead-backfill.json', first.id, 'example-lead-backfill.png');
});

it('lead-backfill.json names the leads that the CRM did not take, and sends them the next time', async () => {
	const { admin, standIn } = await begin();
	await admin.captureLead(AGENT, { name: 'Rita Refused', email: 'rita@example.com' });

	await standIn.takeAway();
	const refused = await backfill();
	expect(refused.output('Not Sent')).toEqual([
		{ lead: 'Rita Refused, rita@example.com', reason: expect.stringContaining('not registered') as string },
	]);
	expect(refused.runs('Note as Sent')).toBe(0);

	await standIn.putBack();
	const taken = await backfill();
	expect(taken.output('Note as Sent')).toHaveLength(1);
	expect(await sent(standIn)).toEqual(await captured());
});

it('new-lead-to-crm-and-chat.json takes every new lead to the CRM and the chat, and no old one', async () => {
	const { admin, standIn } = await begin();
	const { n8n } = flows().running;
	await admin.captureLead(AGENT, { name: 'Olga Old', email: 'olga@example.com' });
	const inCrm = (await standIn.contacts()).length;
	const id = await n8n.importExample('new-lead-to-crm-and-chat.json');
	const polls = { method: 'GET', path: '/agents/{id}/leads' };
	const before = (await admin.requests(polls)).length;
	await activateFlow(n8n.client, id);
	// n8n says that a flow is published before the trigger has looked for the first time.
	await eventually(async () => (await admin.requests(polls)).length > before, Boolean, 'The first poll');

	const people = ['Anna', 'Ben', 'Cleo'].map((name) => ({ name, email: `${name}@example.com`, city: 'Bergen' }));
	for (const person of people) await admin.captureLead(AGENT, person);
	const said = await eventually(
		() => standIn.messages(),
		(messages) => !(messages.length < people.length),
		'A chat message for each new lead',
		{ everyMs: 2_000 },
	);

	const contacts = (await standIn.contacts()).slice(0, -inCrm);
	expect(contacts.map(({ name, email }) => [name, email]).sort()).toEqual(
		people.map(({ name, email }) => [name, email]),
	);
	expect(said.map(({ text }) => text).sort()).toEqual(
		people.map(({ name, email }) => `New lead: ${name}, ${email}, Bergen`),
	);
	const executions = await flows().executionsOf(id);
	await picture('new-lead-to-crm-and-chat.json', executions.at(0)?.id ?? '', 'example-new-lead.png');
});

async function begin(): Promise<{ admin: SandboxAdmin; standIn: StandIn }> {
	const { n8n, stack } = flows().running;
	return { admin: new SandboxAdmin(stack.sandbox), standIn: await StandIn.import(n8n) };
}

async function backfill() {
	const { n8n } = flows().running;
	const id = await startFlow(n8n.client, await n8n.importExample('lead-backfill.json'), 'Start by Hand');
	const execution = await flows().untilEnded(id);
	expect(execution.status).toBe('success');
	return execution;
}

async function picture(example: string, executionId: string, file: string): Promise<void> {
	const { n8n } = flows().running;
	const workflowId = await n8n.importExample(example);
	await pictureOfExecution(browser(), n8n, { workflowId, executionId, file });
}

/** Which leads the CRM was sent, each as often as it was. */
async function sent(standIn: StandIn): Promise<unknown[]> {
	return (await standIn.contacts()).map(({ externalId, email }) => [externalId, email]).sort();
}

/** Which leads the service has. */
async function captured(): Promise<unknown[]> {
	const { apiUrl: baseUrl, apiKey } = flows().running.stack.sandbox;
	const client = createClient({ baseUrl, apiKey });
	const leads = [];
	for (;;) {
		const page: { items: { agentId: string; id: number; email: string | null }[] } = await client.call('listLeads', {
			params: { id: AGENT },
			query: { limit: 100, offset: leads.length },
		});
		leads.push(...page.items);
		if (page.items.length < 100) break;
	}
	return leads.map(({ agentId, id, email }) => [`${agentId}/${id}`, email]).sort();
}
