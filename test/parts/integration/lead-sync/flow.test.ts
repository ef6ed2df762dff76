import { randomUUID } from 'node:crypto';
import { eventually, isThere } from '../../../support/time/eventually';
import type { BlobStore } from '../../../../worker/storage/blobs';
import { type LeasedLeads, peekLead, takeLeads, TemporalHandOutService } from '../../../../worker/tasks/hand-outs';
import type { LeadOutcome } from '../../../../workflows/lead-sync/hand-out-contract';
import { PersonPlatform, statesOf } from '../persons/person-platform';
import { type Receiver, startReceiver } from '../destinations/receiver';

const SETTINGS = { label: 'Leads to CRM', intervalSeconds: 10, maxAttempts: 2, retryPauseSeconds: 1 };

let receiver: Receiver;
let persons: PersonPlatform;
let flows: TemporalHandOutService;
let store: BlobStore;

beforeAll(async () => {
	receiver = await startReceiver();
	persons = await PersonPlatform.start({
		destinations: { hook: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
	});
	flows = new TemporalHandOutService(persons.syncs.platform.client);
	store = persons.store;
});
afterAll(async () => {
	await persons.syncs.stop();
	await receiver.close();
});

/** Takes until there is something. */
function take(id: string, max = 100): Promise<LeasedLeads> {
	const request = { id, takeId: randomUUID(), max, leaseSeconds: 60, signal: new AbortController().signal };
	return takeLeads(flows, store, { ...request, waitMs: 60_000 });
}

const emailsOf = ({ leads }: LeasedLeads) => leads.map(({ lead }) => lead.email);
const idsOf = ({ leads }: LeasedLeads) => leads.map(({ lead }) => lead.id);
const settle = (id: string, { lease, leads }: LeasedLeads, outcome: LeadOutcome['outcome'], reason = '') =>
	flows.settle(
		id,
		lease ?? '',
		leads.map(({ lead }) => ({ leadId: lead.id, outcome, reason })),
	);

async function storedKeys(): Promise<string[]> {
	const keys: string[] = [];
	for await (const { key } of store.list('hand-outs/')) keys.push(key);
	return keys;
}

/** A sync into a flow of the test's own. @returns its id */
async function opened(agent: string, more: object = {}): Promise<string> {
	const { id } = await persons.syncs.sync(agent, `flow:${randomUUID()}`, more);
	await flows.open(id, SETTINGS);
	return id;
}

describe('a sync into a flow', () => {
	it('hands out what exists and what is new, keeps its place over a new start, and stores nothing that is done', async () => {
		const { syncs } = persons;
		const agent = await syncs.agentWith(3);
		const flow = `flow:${randomUUID()}`;
		const { id } = await syncs.sync(agent, flow);
		await flows.open(id, SETTINGS);
		const peeked = await eventually(() => peekLead(flows, store, id), isThere, 'A lead in line');
		expect(peeked.email).toBe('person1@example.com');
		const first = await take(id);
		expect(emailsOf(first)).toEqual(['person1@example.com', 'person2@example.com', 'person3@example.com']);
		await settle(id, first, 'done');
		const task = await syncs.untilSynced(id, 3);
		expect(task.progress).toMatchObject({ destination: flow, flow: 'Leads to CRM' });
		await eventually(async () => (await storedKeys()).length === 0, Boolean, 'Nothing stored');
		await syncs.capture(agent, 'new@example.com');
		await syncs.act(id, 'sync-now');
		expect(emailsOf(await take(id))).toEqual(['new@example.com']);
		const { result } = await syncs.cancel(id);
		expect(result).toMatchObject({ leadsSynced: 3, destination: flow });
		await expect(take(id)).rejects.toMatchObject({ type: 'task_ended' });

		expect((await syncs.sync(agent, flow)).id).toBe(id);
		await flows.settle(id, 'lease-2', [{ leadId: peeked.id + 3, outcome: 'released', reason: '' }]);
		expect(emailsOf(await take(id))).toEqual(['new@example.com']);
		await syncs.cancel(id);
	});

	it('reads a refused lead again when it is retried, and drops one that the service no longer has', async () => {
		const { syncs } = persons;
		const agent = await syncs.agentWith(2);
		const id = await opened(agent);
		const both = await take(id);
		await settle(id, both, 'refused', 'CRM: no email');
		await syncs.until(id, 'two refused', ({ progress }) => progress?.itemsFailed === 2);
		expect(await syncs.actions.refusedLeads(id)).toMatchObject([
			{ reason: 'CRM: no email' },
			{ reason: 'CRM: no email' },
		]);
		const [gone = 0, kept] = idsOf(both);
		await syncs.platform.admin.deleteLead(agent, gone);
		await syncs.act(id, 'retry-refused');
		const again = await take(id);
		expect(idsOf(again)).toEqual([kept]);
		await settle(id, again, 'done');
		await eventually(
			async () => (await syncs.actions.refusedLeads(id)).length,
			(seen) => seen === 0,
			'No refused lead',
		);
		await syncs.cancel(id);
	});

	it('reads leads again whose stored contents have expired', async () => {
		const { syncs } = persons;
		const agent = await syncs.agentWith(2);
		const id = await opened(agent);
		await eventually(() => peekLead(flows, store, id), isThere, 'A lead in line');
		for (const key of await storedKeys()) await store.remove(key);
		const first = await take(id);
		const rest = first.leads.length === 2 ? [] : idsOf(await take(id));
		expect([...idsOf(first), ...rest]).toHaveLength(2);
		await syncs.cancel(id);
	});

	it('hands out no lead of an erased person, and keeps those of others', async () => {
		const { syncs } = persons;
		const agent = await syncs.agentWith(0);
		const ana = await syncs.capture(agent, 'ana@client.example');
		await syncs.capture(agent, 'carl@client.example');
		const id = await opened(agent);
		await eventually(() => peekLead(flows, store, id), isThere, 'A lead in line');
		const found = await persons.report('find', { email: 'ana@client.example', leads: [] });
		expect(statesOf(found.places, 'sync')).toContainEqual({ where: id, state: 'found', count: 1 });
		expect(statesOf(found.places, 'flow-leads')).toMatchObject([{ state: 'found', count: 1 }]);
		await syncs.platform.admin.deleteLead(agent, ana);
		await persons.report('erase', { email: 'ana@client.example', leads: [] });
		expect(emailsOf(await take(id))).toEqual(['carl@client.example']);
		const after = await persons.report('find', { email: 'ana@client.example', leads: [] });
		expect(statesOf(after.places, 'flow-leads')).toEqual([]);
		await syncs.cancel(id);
	});

	it('is the only one that hands out leads, and says so of others', async () => {
		const { syncs } = persons;
		const agent = await syncs.agentWith(1);
		const { id } = await syncs.sync(agent, 'hook');
		await expect(take(id)).rejects.toMatchObject({ type: 'not_a_flow_sync' });
		await expect(flows.open(id, SETTINGS)).rejects.toMatchObject({ type: 'not_a_flow_sync' });
		await expect(take('lead-sync~unknown')).rejects.toMatchObject({ type: 'task_not_found' });
		await syncs.cancel(id);
	});
});
