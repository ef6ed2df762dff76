import { MockActivityEnvironment } from '@temporalio/testing';
import { tmpdir } from 'node:os';
import { createClient, type LeadFilter } from '../../../../api';
import { DestinationTurns } from '../../../../worker/activities/lead-sync/destination-turns';
import { syncPage } from '../../../../worker/activities/lead-sync/sync-page';
import { type Destination, DestinationHeldError } from '../../../../worker/destinations/destination';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { openBlobs } from '../../../../worker/storage/blobs';
import { blobsSchema } from '../../../../worker/storage/settings';
import type { SyncedPage, SyncPage } from '../../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../../workflows/lead-sync/cursor';
import { PagingServer } from '../../../support/api/paging-server';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { useRuntime } from '../../../support/temporal/use-runtime';
import { newLead } from './lead';
import { postgresqlOf } from './postgresql-of';

// A worker is killed between the commit of a page and its response: the next attempt tells what the sync has not heard.

const cluster = useCluster();
let url: string;
let service: PagingServer;
let destination: PostgresqlDestination;

// The activity environment would install a runtime of its own, and other files of this process need this one.
useRuntime();

beforeAll(async () => {
	url = await cluster().database('crm');
	service = await PagingServer.start();
	destination = postgresqlOf({ url });
});
afterAll(async () => {
	await destination.close();
	await service.close();
});

let agents = 0;

/** A sync of 250 leads, a fifth of which the filter skips. */
function newSync(writesTo: () => Destination = () => destination) {
	const agentId = `agent_${(agents += 1)}`;
	const leads = Array.from({ length: 250 }, (_, index) =>
		newLead({ agentId, email: index % 5 === 0 ? `lead${index}@our-company.example` : `lead${index}@client.example` }),
	);
	service.hold(leads.reverse(), {});
	const filter: LeadFilter = { excludeEmails: ['@our-company.example'] };
	const page: Omit<SyncPage, 'cursor'> = {
		of: { connection: 'main', agentId, destination: 'crm' },
		startAt: 0,
		reread: null,
		intervalMs: 60_000,
		totals: { synced: 0, refused: 0 },
		filter,
	};
	const attempt = (cursor: LeadCursor | null, runId = 'run'): Promise<SyncedPage> =>
		new MockActivityEnvironment({ workflowExecution: { workflowId: 'lead-sync', runId } }).run<
			[],
			SyncedPage,
			() => Promise<SyncedPage>
		>(() =>
			syncPage(
				{
					api: createClient({ baseUrl: service.url, apiKey: 'k' }),
					erased: { without: (some) => Promise.resolve([...some]) },
					synced: { firstOf: (_sync, some) => Promise.resolve([...some]), release: () => Promise.resolve() },
					pagesAtOnce: 5,
					turns: new DestinationTurns(1),
					destinations: { find: () => Promise.resolve(writesTo()) },
					report: () => Promise.resolve(),
					store: openBlobs(blobsSchema.parse({ directory: tmpdir() })).store,
				},
				{ ...page, cursor },
			),
		);
	return { agentId, attempt };
}

/** Runs the pass to its end. @param lost how many responses of each page are lost */
async function totalOf(attempt: (cursor: LeadCursor | null) => Promise<SyncedPage>, lost: number) {
	const total = { written: 0, skipped: 0 };
	for (let cursor: LeadCursor | null = null; cursor === null || cursor.pass !== null;) {
		const before: LeadCursor | null = cursor;
		for (let time = 0; time < lost; time += 1) await attempt(before);
		const answer = await attempt(before);
		total.written += answer.written;
		total.skipped += answer.skipped?.email ?? 0;
		({ cursor } = answer);
	}
	return total;
}

it.each([0, 1, 2])('every lead counts once if each response is lost %d times', async (lost) => {
	const { agentId, attempt } = newSync();
	expect(await totalOf(attempt, lost)).toEqual({ written: 200, skipped: 50 });
	const rows = await query(url, 'SELECT count(*)::int AS n FROM leads WHERE agent_id = $1', [agentId]);
	expect(rows).toEqual([{ n: 200 }]);
});

it('another sync, which finds the row of one before, does not count its leads', async () => {
	const { attempt } = newSync();
	expect((await attempt(null)).written).toBe(80);
	expect((await attempt(null, 'another run')).written).toBe(72);
});

it('every lead counts once, if a transaction in the middle is committed and its answer is lost', async () => {
	let breaks = 1;
	const { agentId, attempt } = newSync(() => {
		return {
			readCursor: (of) => destination.readCursor(of),
			writePage: (page) => destination.writePage(page),
			async writePages(pages) {
				const written = await destination.writePages(pages);
				if (breaks-- > 0) throw new DestinationHeldError('The connection broke while the database committed.');
				return written;
			},
		} as Destination;
	});
	const first = await attempt(null);
	await expect(attempt(first.cursor)).rejects.toThrow('broke');
	let total = first.written;
	for (let cursor: LeadCursor | null = first.cursor; cursor.pass !== null;) {
		const answer: SyncedPage = await attempt(cursor);
		total += answer.written;
		({ cursor } = answer);
	}
	expect(total).toBe(200);
	expect(await query(url, 'SELECT count(*)::int AS n FROM leads WHERE agent_id = $1', [agentId])).toEqual([{ n: 200 }]);
});
