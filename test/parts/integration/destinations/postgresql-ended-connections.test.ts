import { DestinationHeldError, type Page } from '../../../../worker/destinations/destination';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, OF, pageOf } from './lead';
import { postgresqlOf } from './postgresql-of';

const ENDED_CONNECTIONS = 300;
const SYNCS = 4;

const cluster = useCluster();
let url: string;
let destination: PostgresqlDestination;

beforeAll(async () => {
	url = await cluster().database('crm');
	destination = postgresqlOf({ url });
	await destination.check();
});
afterAll(() => destination.close());

/** As an administrator does it, or a failover. @returns how many were ended */
async function endConnections(): Promise<number> {
	const rows = await query(
		url,
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'crm' AND pid <> pg_backend_pid()`,
	);
	return rows.length;
}

/** Writes pages one after the other, each again until it is there, as a sync does. @returns the ids of its leads */
async function syncUntil(agentId: string, isOver: () => boolean, heldBecause: Set<string>): Promise<number[]> {
	const of = { ...OF, agentId };
	const ids: number[] = [];
	while (!isOver()) {
		const leads = [newLead({ agentId }), newLead({ agentId })];
		ids.push(...leads.map(({ id }) => id));
		await writeAtLast({ ...pageOf(leads), of }, ids.length, heldBecause);
	}
	return ids;
}

async function writeAtLast(page: Page, number: number, heldBecause: Set<string>): Promise<void> {
	for (;;) {
		try {
			const kept = await destination.readCursor(page.of);
			// The connection ended after the page was written, and before the answer came.
			if (kept?.cursor.completeAt === number) return;
			const cursor = { ...page.cursor, completeAt: number };
			await destination.writePage({ ...page, kept, cursor });
			return;
		} catch (error) {
			if (!(error instanceof DestinationHeldError)) throw error;
			heldBecause.add(error.message.replace(/^.* cannot take leads: /, ''));
		}
	}
}

test('outlives hundreds of connections that PostgreSQL ends while leads are written, each of which is there once', async () => {
	let ended = 0;
	const heldBecause = new Set<string>();
	const isOver = () => ended >= ENDED_CONNECTIONS;
	const syncs = Array.from({ length: SYNCS }, (_, number) => syncUntil(`agent_${number}`, isOver, heldBecause));
	while (!isOver()) ended += await endConnections();
	const ids = (await Promise.all(syncs)).flat();
	const rows = await query(url, 'SELECT lead_id::int AS id FROM leads ORDER BY lead_id');
	expect(rows).toEqual(ids.toSorted((one, other) => one - other).map((id) => ({ id })));
	expect([...heldBecause].join('\n')).toMatch(/terminating connection due to administrator command \(57P01\)/);
	expect([...heldBecause].filter((why) => /not queryable/.test(why))).toEqual([]);
});
