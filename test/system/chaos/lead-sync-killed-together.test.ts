import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import { type PostgresqlCluster, query, startCluster } from '../../support/postgresql/start-cluster';
import { withChaosStack } from './with-chaos-stack';

/** A lost worker is noticed after 20 s. */
const TEST_MS = 300_000;
const LEADS = 20_000;
/** Of a connection whose dispatches read many pages. */
const HIGH_LIMIT = 60_000;
/** The worker is killed when so many leads are there. */
const KILLED_AT = [1_000, 6_000, 12_000];
/** Most of the time goes into the transactions, so a kill meets one. In seconds. */
const TRANSACTION_SECONDS = 0.2;

let cluster: PostgresqlCluster;
let url: string;

const chaos = withChaosStack({
	requestsPerMinute: HIGH_LIMIT,
	destinations: async () => {
		cluster = await startCluster();
		url = await cluster.database('crm');
		return { database: { type: 'postgresql', url } };
	},
});
/** The worker creates its tables soon after its start. */
beforeAll(() =>
	eventually(
		() => query(url, "SELECT 1 FROM pg_class WHERE relname = 'agent_knowledge_syncs'"),
		(found) => found.length === 1,
		'The table of the syncs',
	),
);
afterAll(() => cluster.stop());

const counts = z.array(z.object({ rows: z.coerce.number(), leads: z.coerce.number(), steps: z.coerce.number() }));

/** Rows, how many different leads they are, and how many transactions wrote them. */
async function count() {
	const sql =
		'SELECT count(*) AS rows, count(DISTINCT lead_id) AS leads, count(DISTINCT synced_at) AS steps FROM leads';
	const [all] = counts.parse(await query(url, sql));
	if (all === undefined) throw new Error('PostgreSQL counted nothing.');
	return all;
}

test(
	'kill -9 of the worker in the middle of transactions of many pages: each lead is there once',
	async () => {
		await query(
			url,
			`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(${TRANSACTION_SECONDS}); RETURN NULL; END';
			CREATE TRIGGER slow AFTER UPDATE ON agent_knowledge_syncs FOR EACH ROW EXECUTE FUNCTION slow()`,
		);
		const agent = await chaos().newAgent();
		await chaos().admin.generate(agent, { kind: 'leads', count: LEADS, days: 200 });
		const input = { version: 1, connection: 'sandbox', agentId: agent, destination: 'database', intervalSeconds: 10 };
		const { id } = await chaos().gateway.start('lead-sync', agent, input);
		for (const at of KILLED_AT) {
			await eventually(async () => (await count()).rows >= at, Boolean, `${at} leads`, { everyMs: 20, looks: 15_000 });
			await chaos().stack.worker.kill();
			expect((await count()).rows).toBeLessThan(LEADS);
			await chaos().stack.worker.start();
		}
		const upToDateAt = async () => (await chaos().gateway.read(id)).progress?.upToDateAt;
		await eventually(upToDateAt, isThere, 'A sync that is up to date', { everyMs: 500, looks: 600 });
		await chaos().gateway.cancel(id);
		const { steps, ...leads } = await count();
		expect(leads).toEqual({ rows: LEADS, leads: LEADS });
		// Fewer than there are pages.
		expect(steps).toBeLessThan(LEADS / 90 / 2);
	},
	TEST_MS,
);
