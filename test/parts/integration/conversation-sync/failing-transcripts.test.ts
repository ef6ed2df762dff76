import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { z } from 'zod';
import { conversationSyncActivities } from '../../../../worker/activities/conversation-sync/activities';
import { refusal, ServiceOfLeads } from '../../../../worker/activities/lead-conversations/testing/service';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import type { TranscriptsSynced } from '../../../../workflows/conversation-sync/activities';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { postgresqlOf } from '../destinations/postgresql-of';

// Transcripts that fail alone, and a service that fails for all of them, over attempts and over rounds.

const cluster = useCluster();
const service = new ServiceOfLeads();
const RULES = { recentMs: 0, openMs: 0, fullMs: 3_600_000, rereadAt: 0 };
let url: string;
let destination: PostgresqlDestination;
let activities: ReturnType<typeof conversationSyncActivities>;
let agents = 0;
/** The server keeps the notes of each attempt for the next. */
let notes: unknown;
/** The workflow keeps those of each activity. */
let handedBack: unknown;

beforeAll(async () => {
	url = await cluster().database('failing');
	destination = postgresqlOf({ url });
	await destination.conversations.check();
	await service.start();
	activities = conversationSyncActivities({
		api: service.api,
		destinations: { find: () => Promise.resolve(destination) },
		erased: { test: () => Promise.resolve(null) },
		pagesAtOnce: () => 50,
	});
});
afterAll(async () => {
	await service.stop();
	await destination.close();
});
beforeEach(() => {
	vi.useFakeTimers({ now: Date.parse('2026-11-22T00:00:00.000Z'), toFake: ['Date'] });
	service.replies.clear();
	[service.listReply, notes, handedBack] = [null, undefined, undefined];
	agents += 1;
});
afterEach(() => {
	vi.useRealTimers();
});

const of = () => ({ connection: 'main', agentId: `agent_${agents}`, destination: 'database' });

async function run<Result>(work: () => Promise<Result>): Promise<Result> {
	const environment = new MockActivityEnvironment({ heartbeatDetails: notes });
	environment.on('heartbeat', (details: unknown) => (notes = details));
	return environment.run<[], Result, () => Promise<Result>>(work);
}

async function listed(...ids: string[]): Promise<void> {
	service.listed = ids;
	const request = { of: of(), kind: 'full', rules: RULES, roundAt: Date.now(), offset: 0 } as const;
	await run(() => activities.noteConversations(request));
	notes = undefined;
}

/** One attempt of an activity. */
async function attempt(): Promise<TranscriptsSynced> {
	const more = handedBack === undefined ? {} : { failing: handedBack };
	try {
		const synced = await run(() =>
			activities.syncTranscripts({ of: of(), roundAt: Date.now(), endsFullRound: false, ...more }),
		);
		[notes, handedBack] = [undefined, synced.failing];
		return synced;
	} catch (error) {
		if (error instanceof ApplicationFailure) lastNoted = error.details?.[1];
		throw error;
	}
}
let lastNoted: unknown;

/** Attempts that fail, so many minutes one after the other. */
async function failing(times: number, minutes: number): Promise<void> {
	for (let failures = 0; failures < times; failures += 1) {
		await expect(attempt()).rejects.toMatchObject({ nonRetryable: false });
		vi.setSystemTime(Date.now() + minutes * 60_000);
	}
}

/** The activity has failed too often: the next round begins another one. */
function nextRound(): void {
	[notes, handedBack] = [undefined, lastNoted];
}

const rowsSchema = z.array(z.object({ id: z.string(), outcome: z.string().nullable() }));
const outcomes = async (): Promise<unknown> => {
	const sql = `SELECT conversation_id AS id, outcome FROM agent_knowledge_conversations
		WHERE agent_id = $1 ORDER BY conversation_id`;
	return rowsSchema.parse(await query(url, sql, [of().agentId])).map(({ id, outcome }) => [id, outcome]);
};
const html = (status: number) => ({ status, body: '<html>Log in</html>' });

it.each([
	['500', refusal(500)],
	['404 of a proxy', html(404)],
	['403 of a proxy', html(403)],
])('gives up a transcript that is %s for a quarter of an hour while others are read', async (_what, reply) => {
	await listed('c1', 'c2');
	service.replies.set('c1', reply).set('c2', reply);
	await failing(20, 0);
	await failing(1, 16);
	service.replies.delete('c2');
	expect(await attempt()).toMatchObject({ done: 2, due: 0 });
	expect(await outcomes()).toEqual([
		['c1', 'failed'],
		['c2', 'written'],
	]);
});

it('counts over rounds, and gives up none while the service fails for all of them', async () => {
	await listed('c1', 'c2', 'c3', 'c4');
	for (const id of service.listed) service.replies.set(id, refusal(503));
	for (let round = 0; round < 5; round += 1) {
		await failing(4, 5);
		nextRound();
	}
	expect(await outcomes()).toEqual(['c1', 'c2', 'c3', 'c4'].map((id) => [id, null]));
	for (const id of ['c2', 'c3', 'c4']) service.replies.delete(id);
	expect((await attempt()).done).toBe(4);
	expect(await outcomes()).toContainEqual(['c1', 'failed']);
	expect(handedBack).toBeUndefined();
});

it('forgets the failures of a transcript that is read after all', async () => {
	await listed('c1', 'c2');
	service.replies.set('c1', refusal(500)).set('c2', refusal(500));
	await failing(9, 2);
	service.replies.clear();
	expect(await attempt()).toMatchObject({ done: 2, due: 0 });
	expect(handedBack).toBeUndefined();
});

it.each([404, 403])('reports that the agent is gone only if the list says so (%i)', async (status) => {
	await listed('c1', 'c2');
	for (const id of service.listed) service.replies.set(id, refusal(404));
	service.listReply = html(status);
	await failing(1, 0);
	service.listReply = refusal(status);
	await expect(attempt()).rejects.toMatchObject({ nonRetryable: true, details: [{ status }] });
	expect(await outcomes()).toEqual([
		['c1', null],
		['c2', null],
	]);
});
