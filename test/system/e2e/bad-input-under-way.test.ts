/** What goes wrong while a task runs: what a builder reads, and that no lead is lost and nothing is sent. */
import { z } from 'zod';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { askGateway } from './ask-gateway';
import { CrmServer } from './crm-server';
import { publishLeadsFlow, SYNCED_AGENT } from './leads-flow';
import { useFlows } from './use-flows';

const AGENT = 'agent_of_destination';

let crm: CrmServer;
let receiver: Receiver;
const destinations: Record<string, object> = {};
beforeAll(async () => {
	crm = await CrmServer.start();
	receiver = await startReceiver();
	destinations['crm'] = { type: 'webhook', url: receiver.url, secret: receiver.secret };
});
const flows = useFlows({ destinations: () => destinations });
let admin: SandboxAdmin;
let credential: { id: string; name: string };
beforeAll(async () => {
	const { n8n, stack } = flows().running;
	admin = new SandboxAdmin(stack.sandbox);
	for (const id of [SYNCED_AGENT, AGENT]) await admin.createAgent({ id, name: id, website: stack.sandbox.siteUrl });
	const { url: gatewayUrl, token } = stack.gateway;
	const data = { name: 'Gateway', type: 'agentKnowledgeGatewayApi', data: { gatewayUrl, token } };
	credential = { id: await saveCredential(n8n.client, data), name: data.name };
});
afterAll(async () => {
	await crm.stop();
	await receiver.close();
});

const syncSchema = z.object({
	id: z.string(),
	agentId: z.string(),
	stage: z.string().nullable(),
	progress: z.looseObject({ message: z.string(), itemsDone: z.int().optional() }).nullable(),
});

/** The sync of an agent as the gateway shows it. */
async function syncOf(agentId: string): Promise<z.infer<typeof syncSchema>> {
	const listed = await askGateway(flows().running.stack, 'GET', '/v1/tasks?type=lead-sync&fresh=true');
	const found = z
		.object({ items: z.array(syncSchema) })
		.parse(listed)
		.items.find((each) => each.agentId === agentId);
	if (found === undefined) throw new Error(`There is no sync of ${agentId}.`);
	return found;
}

const named = (value: string) => ({ __rl: true, mode: 'name', value });
const run = (name: string, parameters: object) => flows().runTask({ name, parameters, credential });
const refused = (name: string, parameters: object) => flows().refusedTask({ name, parameters, credential });

const until = (what: string, there: () => Promise<boolean> | boolean) =>
	eventually(there, Boolean, what, { everyMs: 500, looks: 480 });

async function capture(agentId: string, count: number): Promise<number[]> {
	const ids: number[] = [];
	for (let number = 1; number <= count; number += 1) {
		const name = `Person ${number}`;
		ids.push((await admin.captureLead(agentId, { name, email: `${agentId}-${number}@person.example` })).id);
	}
	return ids;
}

it('a flow that is unpublished while it has a lead finishes this lead, and gets the others when it is published again', async () => {
	const { client } = flows().running.n8n;
	const ids = await capture(SYNCED_AGENT, 4);
	const release = crm.hold();
	const flow = await publishLeadsFlow(client, crm);
	await until('A lead at the CRM', () => crm.arrived === 1);
	await client.request('POST', `/rest/workflows/${flow}/deactivate`);
	release();
	await until('The lead to be done', async () => (await syncOf(SYNCED_AGENT)).progress?.itemsDone === 1);
	expect(await syncOf(SYNCED_AGENT)).toMatchObject({
		stage: 'unpublished',
		progress: {
			message:
				'The n8n flow "Leads into a CRM" is not published, so it gets no leads. 3 leads wait for it. Publish the flow to continue.',
		},
	});
	expect(crm.contacts).toEqual(ids.slice(0, 1));

	await activateFlow(client, flow);
	await until('All leads in the CRM', () => crm.contacts.length >= ids.length);
	expect(crm.contacts).toEqual(ids);
});

it('a destination that is removed blocks its sync with a sentence, and the sync continues when it is back', async () => {
	const { worker } = flows().running.stack;
	const restart = async () => {
		await worker.stop();
		await worker.start();
	};
	const [first = 0] = await capture(AGENT, 1);
	const options = { interval: { duration: { amount: 10, unit: 'seconds' } } };
	const sync = await run('Sync', {
		resource: 'lead',
		operation: 'sync',
		connection: named('sandbox'),
		destination: named('crm'),
		options,
		agentId: { __rl: true, mode: 'id', value: AGENT },
	});
	const { id } = z.object({ id: z.string() }).parse(sync.output('Task')[0]);
	await until('The first lead', () => receiver.deliveries.length === 1);

	const { crm: removed = {} } = destinations;
	delete destinations['crm'];
	await restart();
	const [second = 0] = await capture(AGENT, 1);
	const get = async () => (await run('Get', { resource: 'task', operation: 'get', taskId: id })).output('Task')[0];
	await until('The sentence', async () => 'problem' in ((await syncOf(AGENT)).progress ?? {}));
	const detail =
		'There is no destination "crm": neither in the configuration of this worker nor at the gateway. Create it again, or cancel the sync.';
	expect(await get()).toMatchObject({
		status: 'running',
		message: expect.stringContaining(detail) as string,
		details: { progress: { problem: { title: 'There is no such destination', detail } } },
	});

	destinations['crm'] = removed;
	await restart();
	const now = await run('Sync Now', { resource: 'task', operation: 'syncNow', taskId: id });
	expect(now.output('Task')).toMatchObject([{ id, message: 'The sync checks for new leads now.' }]);
	await until('The second lead', () => receiver.deliveries.length === 2);
	expect(receiver.deliveries.map(({ data }) => data.id)).toEqual([first, second]);
});

it('a decision on an older version, a second one, and one that comes too late change nothing', async () => {
	const { sandbox } = flows().running.stack;
	const mailboxes = new Mailboxes({ sandbox: { ...sandbox, seedKey: sandbox.apiKey } });
	await mailboxes.active('desk@bad-input.example');
	const to = 'client@bad-input.example';
	const draft = async (name: string, minutes: number) => {
		const options = { nobodyNotified: true, deadline: { duration: { amount: minutes, unit: 'minutes' } } };
		const mail = { to, subject: 'Your order', textFrom: 'content', content: 'It comes on Tuesday.', waitForEnd: false };
		const operation = { resource: 'email', operation: 'sendAfterApproval', connection: named('sandbox') };
		const started = await run(name, {
			...operation,
			...mail,
			agentId: { __rl: true, mode: 'id', value: 'agent_support' },
			options,
		});
		return z.object({ id: z.string() }).parse(started.output('Task')[0]).id;
	};
	const decide = (taskId: string, decision: string, version: string, options = {}) => ({
		resource: 'task',
		operation: 'decide',
		taskId,
		decision,
		version,
		options,
	});
	const [late, decided] = [await draft('Late', 1), await draft('Decided', 60)];
	const { hash } = await eventually(
		async () => {
			const review = await askGateway(flows().running.stack, 'GET', `/v1/tasks/${encodeURIComponent(decided)}/review`);
			return z.looseObject({ question: z.looseObject({ hash: z.string() }).nullable() }).parse(review).question;
		},
		isThere,
		'A question',
	);

	expect(await refused('Stale', decide(decided, 'approve', 'of-yesterday'))).toMatchObject({
		message: 'The task refused the decision (409)',
		lines: [
			expect.stringMatching(/^The decision is on version of-yesterday, but the current version is [\w-]+\./),
			'Nothing was decided. Get the current version with the operation Get Review, show it to the person, and decide on it.',
		],
		item: 0,
	});
	expect((await run('First', decide(decided, 'reject', hash, { by: 'Ada' }))).output('Task')).toMatchObject([
		{ id: decided, decision: { action: 'reject', by: 'Ada' } },
	]);
	expect(await flows().task(decided)).toMatchObject({ status: 'completed', outcome: 'rejected' });
	const hint = 'Nothing was decided. The operation Get Review shows the decisions so far.';
	expect(await refused('Second', decide(decided, 'approve', hash))).toMatchObject({
		message: 'The task refused the decision (409)',
		lines: [expect.stringMatching(/^The task has ended\. Ada already decided: reject at \d{4}-/), hint],
		item: 0,
	});

	// Each request waits for up to a minute.
	await flows().task(late);
	expect(await flows().task(late)).toMatchObject({ outcome: 'expired' });
	expect(await refused('Too late', decide(late, 'approve', hash))).toMatchObject({
		message: 'The task refused the decision (409)',
		lines: ['The task has ended without a decision, so nothing was sent.', hint],
		item: 0,
	});
	expect(await mailboxes.received(to)).toEqual([]);
});
