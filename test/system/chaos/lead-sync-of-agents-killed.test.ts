import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { now } from '../../support/time/moments';
import { eventually } from '../../support/time/eventually';
import { type PostgresqlCluster, query, startCluster } from '../../support/postgresql/start-cluster';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { Oracle } from './fault-matrix/oracle';
import { withChaosStack } from './with-chaos-stack';

/** A lost worker is noticed after 20 s. */
const TEST_MS = 300_000;
/** Of each agent: the first pass has several pages. */
const LEADS = [230, 120, 340, 20, 110, 150];
/** The worker is killed when the receiver has so many. */
const KILLED_AT = [150, 500];
/** Of an agent that ceases to be there. */
const GONE = 4;

/** Of so many leads, the response for one is lost. */
const LOST_OF = 50;

let cluster: PostgresqlCluster;
let url: string;
let receiver: Receiver;

const chaos = withChaosStack({
	destinations: async () => {
		[cluster, receiver] = await Promise.all([startCluster(), startReceiver()]);
		url = await cluster.database('crm');
		return {
			database: { type: 'postgresql', url },
			hook: { type: 'webhook', url: receiver.url, secret: receiver.secret },
		};
	},
});
afterAll(() => Promise.all([cluster.stop(), receiver.close()]));

interface Written {
	agentId: string;
	leadId: number;
	email: string;
}

const rowsSchema = z.array(z.object({ agentId: z.string(), leadId: z.coerce.number(), email: z.string() }));

async function inPostgresql(): Promise<Written[]> {
	return rowsSchema.parse(
		await query(url, 'SELECT agent_id AS "agentId", lead_id AS "leadId", email FROM leads ORDER BY lead_id'),
	);
}

/** By the id of the message: the same one again is the same lead, as its receiver knows. */
function atTheReceiver(): Written[] {
	const byId = new Map(receiver.deliveries.map(({ webhookId, data }) => [webhookId, data]));
	return [...byId.values()]
		.map(({ agentId, id, email }) => ({ agentId: String(agentId), leadId: id, email }))
		.toSorted((one, other) => one.leadId - other.leadId);
}

async function startSync(destination: string): Promise<string> {
	const input = { version: 1, connection: 'sandbox', destination, intervalSeconds: 10 };
	return (await chaos().gateway.start('lead-sync', destination, input)).id;
}

/** It also looks for new agents. */
async function syncNow(id: string): Promise<void> {
	const path = `/v1/tasks/${encodeURIComponent(id)}/actions/sync-now`;
	await chaos().gateway.ask(z.looseObject({}), { method: 'POST', path, key: randomUUID(), body: {} });
}

async function untilUpToDate(id: string, since: number): Promise<void> {
	const isSo = async () => {
		const { status, progress } = await chaos().gateway.read(id);
		expect(status).toBe('running');
		return Date.parse(progress?.upToDateAt ?? '') > since;
	};
	await eventually(isSo, Boolean, 'A sync that is up to date', { everyMs: 500, looks: 600 });
}

async function agentWith(leads: number): Promise<string> {
	const agent = await chaos().newAgent();
	await chaos().admin.generate(agent, { kind: 'leads', count: leads, days: 200 });
	return agent;
}

/** Some responses are lost after the receiver has taken the lead, for its first try. Each ends its page for a while. */
function loseResponses(): void {
	const met = new Set<string>();
	receiver.answer = ({ webhookId, data }) => {
		if (data.id % LOST_OF > 0 || met.has(webhookId)) return { status: 200 };
		met.add(webhookId);
		return { status: 503 };
	};
}

test(
	'kill -9 of the worker in syncs of all agents, which come and go: each lead is there once',
	async () => {
		const { admin, stack } = chaos();
		const oracle = new Oracle(stack.sandbox.databaseFile);
		const agents: string[] = [];
		for (const leads of LEADS.slice(0, -1)) agents.push(await agentWith(leads));
		const [first = '', second = '', third = ''] = agents;
		const gone = agents[GONE] ?? '';
		const doomed = oracle.leads(third).slice(0, 40);
		loseResponses();
		await admin.addFault('GET', `/agents/${second}/leads`, { kind: 'lost-after' }, 2);
		const ids = [await startSync('database'), await startSync('hook')];
		for (const at of KILLED_AT) {
			await eventually(() => atTheReceiver().length >= at, Boolean, `${at} leads`, { everyMs: 20, looks: 15_000 });
			await stack.worker.kill();
			for (const agent of [first, third])
				await admin.captureLead(agent, { name: 'Ada Example', email: `at${at}@client.example` });
			for (const { id } of doomed.splice(0, 20)) await admin.deleteLead(third, id);
			await admin.addFault('GET', `/agents/${first}/leads`, { kind: 'broken-json' });
			await stack.worker.start();
		}
		for (const id of ids) await untilUpToDate(id, 0);

		// One comes, and one goes with a lead that nobody reads any more.
		await admin.addFault('GET', `/agents/${gone}/leads`, { kind: 'status', status: 404 }, 1_000);
		const comes = await agentWith(LEADS.at(-1) ?? 0);
		await admin.captureLead(second, { name: 'Ada Example', email: 'last@client.example' });
		const since = now().getTime();
		for (const id of ids) await syncNow(id);
		const isRead = async () => {
			const wanted = oracle.leads(comes).length;
			const rows = (await inPostgresql()).filter(({ agentId }) => agentId === comes);
			const sent = atTheReceiver().filter(({ agentId }) => agentId === comes);
			return rows.length >= wanted && sent.length >= wanted;
		};
		await eventually(isRead, Boolean, 'The leads of the new agent', { everyMs: 500, looks: 600 });
		for (const id of ids) await untilUpToDate(id, since);
		const named = await Promise.all(ids.map(async (id) => (await chaos().gateway.read(id)).progress?.message));
		for (const message of named) expect(message).toContain(gone);

		// Those that are deleted may be there or not.
		const wanted = [...agents, comes].flatMap((agentId) =>
			oracle.leads(agentId).map(({ id, email }) => ({ agentId, leadId: id, email })),
		);
		const known = new Set(wanted.map(({ leadId }) => leadId));
		const ordered = wanted.toSorted((one, other) => one.leadId - other.leadId);
		const ofOurs = (written: Written[]) => written.filter(({ leadId }) => known.has(leadId));
		expect(ofOurs(await inPostgresql())).toEqual(ordered);
		expect(ofOurs(atTheReceiver())).toEqual(ordered);
		expect(known.size).toBe(LEADS.reduce((sum, leads) => sum + leads, 0) + 2 * KILLED_AT.length + 1 - 40);
		for (const id of ids) await chaos().gateway.cancel(id);
		oracle.close();
	},
	TEST_MS * 2,
);
