import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { ahead, now } from '../../../support/time/moments';
import { eventually } from '../../../support/time/eventually';
import { personStores } from '../../../../worker/privacy/person-stores';
import { openBlobs } from '../../../../worker/storage/blobs';
import { Buckets } from '../../../../worker/storage/buckets';
import { blobsSchema } from '../../../../worker/storage/settings';
import { Destinations } from '../../../../worker/destinations';
import { type Person, SyncedPersons } from '../../../../worker/privacy';
import { newSearch } from '../../../../worker/privacy/search';
import { searchAll } from '../../../../worker/privacy/search-all';
import { searchSyncs } from '../../../../worker/privacy/search-syncs';
import { TemporalTaskService } from '../../../../worker/tasks';
import { Keyring } from '../../../../worker/temporal';
import { searchAttributes } from '../../../../workflows/task/visibility';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { startTemporal, type TemporalServer } from '../../../support/temporal/start-temporal';
import { clientOf } from '../../../support/temporal/connect-patiently';

const ANA: Person = { email: 'ana.b@client.example', leads: [] };
const UNKNOWN = 'There is no encryption key "gone"';
const OTHER_SECRET = 'cannot be decrypted with the key "kept"';

type Connected = Awaited<ReturnType<typeof clientOf>>;

const key = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });
const [kept, gone, otherSecret] = [key('kept'), key('gone'), key('kept')];
const keyring = new Keyring({ keys: [kept], current: kept.id });

let temporal: TemporalServer;
let folder: string;
/** The worker's own, of before a key was removed, and of before one was given another secret. */
let clients: [Connected, Connected, Connected];

beforeAll(async () => {
	[temporal, folder] = await Promise.all([startTemporal(), mkdtemp(path.join(tmpdir(), 'agent-knowledge-persons-'))]);
	clients = await Promise.all([
		clientOf(temporal, keyring),
		clientOf(temporal, new Keyring({ keys: [gone], current: gone.id })),
		clientOf(temporal, new Keyring({ keys: [otherSecret], current: otherSecret.id })),
	]);
	const names = ['readable', 'unknown', 'wrong'];
	for (const [at, client] of clients.entries()) {
		await started(client, `lead-export/${names[at]}`, 'leadExport');
		await subscribed(client, `subscription/${names[at]}`);
		await scheduled(client, `${names[at]}-weekly`);
	}
	await started(clients[1], 'lead-sync/unknown', 'leadSync');
	await untilListed("TaskQueue = 'agent-knowledge' AND ExecutionStatus = 'Running'", 7);
	await eventually(
		async () => {
			let listed = 0;
			for await (const { scheduleId } of clients[0].schedule.list()) listed += scheduleId.endsWith('weekly') ? 1 : 0;
			return listed === 3;
		},
		Boolean,
		'The schedules in their list',
	);
});

afterAll(async () => {
	await Promise.all(clients.map(({ connection }) => connection.close()));
	await Promise.all([temporal.stop(), rm(folder, { recursive: true })]);
});

async function untilListed(query: string, expected: number): Promise<void> {
	await eventually(
		async () => (await clients[0].workflow.count(query)).count,
		(seen) => seen === expected,
		`${expected} workflows in the list`,
	);
}

/** No worker takes it: what is looked at is what Temporal keeps. */
async function started(client: Client, workflowId: string, type: string): Promise<void> {
	await client.workflow.start(type, {
		workflowId,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input: { email: ANA.email } }],
		memo: { startedAt: '2026-01-01T00:00:00.000Z', progress: { message: 'Reading.', at: '2026-01-01T00:00:01.000Z' } },
		typedSearchAttributes: [{ key: searchAttributes.task, value: workflowId.split('/')[0] ?? '' }],
	});
}

async function subscribed(client: Client, workflowId: string): Promise<void> {
	const settings = { url: 'https://flow.example/hook', events: ['email.outcome'] };
	await client.workflow.start('subscription', {
		workflowId,
		taskQueue: INTERNAL_QUEUE,
		memo: { subscription: { settings } },
		typedSearchAttributes: [{ key: searchAttributes.subscription, value: workflowId }],
	});
}

async function scheduled(client: Client, scheduleId: string): Promise<void> {
	await client.schedule.create({
		scheduleId,
		spec: { calendars: [{ hour: 3 }] },
		action: {
			type: 'startWorkflow',
			workflowType: 'leadExport',
			taskQueue: INTERNAL_QUEUE,
			args: [{ input: { email: ANA.email } }],
		},
	});
}

function newFind() {
	const blobs = openBlobs(blobsSchema.parse({ directory: folder }));
	return newSearch(
		{
			client: clients[0],
			blobs,
			buckets: new Buckets({}),
			destinations: new Destinations({}),
			synced: new SyncedPersons(blobs.store, keyring),
			sets: personStores({ blobs, keyring }).sets,
		},
		{ mode: 'find', person: ANA, since: now().getTime(), report: () => undefined },
	);
}

it('a sync that no key opens is named in the report', async () => {
	const search = newFind();
	// Without a worker nobody answers its query.
	await clients[0].withDeadline(ahead(15_000).getTime(), () => searchSyncs(search));
	expect(search.places).toMatchObject([{ kind: 'sync', where: 'lead-sync/unknown', state: 'failed' }]);
	await clients[0].workflow.getHandle('lead-sync/unknown').terminate();
	await untilListed("WorkflowType = 'leadSync' AND ExecutionStatus = 'Running'", 0);
});

it('a place that no key opens is named in the report, and the rest is looked at', async () => {
	const places = await searchAll(newFind());
	const failed = places.filter(({ state }) => state === 'failed');
	const found = failed.map(({ kind, where, note }) => [
		kind,
		where,
		note.includes(UNKNOWN) || note.includes(OTHER_SECRET),
	]);
	for (const name of ['unknown', 'wrong']) {
		expect(found).toContainEqual(['history', `lead-export/${name}`, true]);
		expect(found).toContainEqual(['schedule', `${name}-weekly`, true]);
		expect(found).toContainEqual(['receiver', `subscription/${name}`, true]);
	}
	expect(found).toContainEqual(['history', 'lead-sync/unknown', true]);
	const open = places.filter(({ state }) => state === 'open').map(({ kind, where }) => [kind, where]);
	expect(open).toContainEqual(['history', 'lead-export/readable']);
	expect(open).toContainEqual(['schedule', 'readable-weekly']);
});

it.each([false, true])('a list of tasks has them without their progress, fresh: %s', async (fresh) => {
	const { items } = await new TemporalTaskService(clients[0], { keyring, settleMs: 1_000 }).list({
		type: 'lead-export',
		fresh,
	});
	const listed = items.map(({ id, status, progress }) => [id, status, progress?.message ?? null]);
	expect(listed.sort()).toEqual([
		['lead-export/readable', 'running', 'Reading.'],
		['lead-export/unknown', 'running', null],
		['lead-export/wrong', 'running', null],
	]);
});
