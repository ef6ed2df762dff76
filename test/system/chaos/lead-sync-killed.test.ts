import { z } from 'zod';
import { eventually } from '../../support/time/eventually';
import { type PostgresqlCluster, query, startCluster } from '../../support/postgresql/start-cluster';
import { withChaosStack } from './with-chaos-stack';
const LEADS = 250;

let cluster: PostgresqlCluster;
let url: string;

const chaos = withChaosStack({
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

const counts = z.array(z.object({ rows: z.coerce.number(), leads: z.coerce.number() }));

/** Rows of an agent, and how many different leads they are. */
async function countOf(agentId: string) {
	const sql = 'SELECT count(*) AS rows, count(DISTINCT lead_id) AS leads FROM leads WHERE agent_id = $1';
	return counts.parse(await query(url, sql, [agentId]))[0];
}

/** Waits until the worker's connection to the database is in the middle of this. */
async function untilBusyWith(what: string, statement: RegExp): Promise<void> {
	const rows = z.array(z.object({ query: z.string() }));
	await eventually(
		() => query(url, "SELECT query FROM pg_stat_activity WHERE datname = 'crm' AND state = 'active'"),
		(active) => rows.parse(active).some((row) => statement.test(row.query)),
		what,
	);
}

async function agentWithLeads(): Promise<string> {
	const agent = await chaos().newAgent();
	await chaos().admin.generate(agent, { kind: 'leads', count: LEADS, days: 20 });
	return agent;
}

async function startSync(agentId: string): Promise<string> {
	const input = { version: 1, connection: 'sandbox', agentId, destination: 'database', intervalSeconds: 10 };
	return (await chaos().gateway.start('lead-sync', agentId, input)).id;
}

async function killAndRestartWorker(): Promise<void> {
	await chaos().stack.worker.kill();
	await chaos().stack.worker.start();
}

/** Waits until the sync says that it is through, and cancels it. @returns how many leads it counts itself */
async function untilThrough(id: string): Promise<number | undefined> {
	const { progress } = await eventually(
		() => chaos().gateway.read(id),
		(task) => task.progress?.upToDateAt !== undefined,
		'A sync that is up to date',
		{ everyMs: 500, looks: 480 },
	);
	await chaos().gateway.cancel(id);
	return progress?.itemsDone;
}

/** Holds every row that is written for an agent up, inside its transaction or when it is committed. */
async function slowDown(agentId: string, when: 'insert' | 'commit'): Promise<void> {
	await query(
		url,
		`CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN IF NEW.agent_id = '${agentId}' THEN PERFORM pg_sleep(8); END IF; RETURN NULL; END $$`,
	);
	const trigger =
		when === 'insert'
			? 'CREATE TRIGGER slow AFTER INSERT ON agent_knowledge_syncs FOR EACH ROW EXECUTE FUNCTION slow()'
			: 'CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON agent_knowledge_syncs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()';
	await query(url, `DROP TRIGGER IF EXISTS slow ON agent_knowledge_syncs`);
	await query(url, trigger);
}

describe('kill -9 of the worker in the middle of a page that goes to PostgreSQL', () => {
	it('before its transaction is committed: the page is written again, and each lead is there once', async () => {
		const agent = await agentWithLeads();
		await slowDown(agent, 'insert');
		const id = await startSync(agent);
		await untilBusyWith('A page inside its transaction', /^INSERT INTO .*agent_knowledge_syncs/);
		await killAndRestartWorker();

		expect(await untilThrough(id)).toBe(LEADS);
		expect(await countOf(agent)).toEqual({ rows: LEADS, leads: LEADS });
	});

	it('while it is committed and nobody hears of it: the row decides, and each lead is there once', async () => {
		const agent = await agentWithLeads();
		await slowDown(agent, 'commit');
		const id = await startSync(agent);
		await untilBusyWith('A commit', /^COMMIT/);
		await killAndRestartWorker();

		// The worker that is gone told nobody of its page, but its row has the count.
		expect(await untilThrough(id)).toBe(LEADS);
		expect(await countOf(agent)).toEqual({ rows: LEADS, leads: LEADS });
	});

	it('while the service holds its answer back: the page is read again, and each lead is there once', async () => {
		const agent = await agentWithLeads();
		await chaos().admin.addFault('GET', `/agents/${agent}/leads`, { kind: 'delay', delayMs: 5_000 }, 2);
		const id = await startSync(agent);
		const path = `/agents/${agent}/leads`;
		await eventually(
			() => chaos().admin.requests({ method: 'GET', path }),
			(reads) => reads.filter(({ fault }) => fault === 'delay').length === 2,
			'A page that is held back',
		);
		await killAndRestartWorker();

		expect(await untilThrough(id)).toBe(LEADS);
		expect(await countOf(agent)).toEqual({ rows: LEADS, leads: LEADS });
	});
});
