import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger } from '@temporalio/worker';
import { MockActivityEnvironment } from '@temporalio/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createClient } from '../../api';
import type { ConnectionActivities } from '../../workflows/activities';
import { type Destination, Destinations } from '../destinations';
import { Metrics } from '../observability/metrics';
import { CallCounts } from '../observability/usage/call-counts';
import { CallDispatcher, callsPerDispatch } from '../pacing';
import { personStores } from '../privacy/person-stores';
import { openBlobs } from '../storage/blobs';
import { blobsSchema } from '../storage/settings';
import { Keyring } from '../temporal/keyring';
import { isMoreToDo } from '../temporal/not-yet';
import { ConnectionServices } from './connection-services';
import { CountingService, type Manner } from './testing/counting-service';
import { EVERY_ACTIVITY, RUN, storeEarlierWork, TAKES_ALL, TASK } from './testing/every-activity';

// A server paces dispatches. So a key keeps to its limit only if each makes the calls that it was weighed for.

type Name = keyof ConnectionActivities;
type Activities = Record<string, (...input: unknown[]) => Promise<unknown>>;

class Known extends Destinations {
	override find(name: string): Promise<Destination | null> {
		return Promise.resolve(new Map<string, Destination>(Object.entries(TAKES_ALL)).get(name) ?? null);
	}
}

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
let service: CountingService;
let folder: string;
let request: string;
let sent = 0;
beforeAll(async () => {
	service = await CountingService.start();
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-dispatches-'));
	const blobs = openBlobs(blobsSchema.parse({ directory: folder }));
	service.manner = { items: 5 };
	await storeEarlierWork(blobs, createClient({ baseUrl: service.url, apiKey: 'k' }));
	// Its address has two forms, which a service may not know as the same.
	request = await personStores({ blobs, keyring }).requests.keep({
		email: 'zo\u00EB@client.example',
		leads: [{ connection: 'main', agentId: 'a', leadId: 1 }],
	});
});
afterAll(async () => {
	await service.close();
	await rm(folder, { recursive: true });
});

const MANNERS: Array<[says: string, Manner]> = [
	['as the specification says', {}],
	['a list as long as a page', { items: 100 }],
	['pages of one item', { most: 1, items: 7 }],
	['pages of 20 that count themselves', { most: 20, total: 'of the page' }],
	['pages of 20, whose limit is said to be as asked', { most: 20, echoesLimit: true }],
	['the first page, whatever the offset', { items: 150, ignoresOffset: true }],
	['nothing but lists', { single: 404 }],
	['errors instead of all but lists', { single: 500 }],
	['conversations of another agent', { otherAgent: 'b' }],
	['no more than a request to wait', { refusesAll: 429 }],
];

/** How Temporal dispatches an activity, and the calls that this counts as. */
interface Weighed {
	limit: number;
	weight?: number;
	calls: number;
}

/** Dispatches of an activity until it ends, or waits for something. */
const MOST = 100;

const settings = (limit: number) => ({
	baseUrl: service.url,
	apiKey: 'k',
	requestsPerMinute: limit,
	shareOfLimit: 0.97,
});

function servicesOf(limit: number): ConnectionServices {
	const own = {
		connections: { main: settings(limit) },
		concurrency: { calls: 40 },
		log: pino({ level: 'silent' }),
		timing: { pollMinMs: 100, pollMaxMs: 1_000 },
		destinations: new Known({}),
		blobs: openBlobs(blobsSchema.parse({ directory: folder })),
		keyring,
	};
	const metrics = new Metrics();
	// A cancelled request may reach the service late, so it is counted where it is sent.
	vi.spyOn(metrics, 'apiAnswered').mockImplementation(() => void (sent += 1));
	return new ConnectionServices(own, metrics, new CallCounts());
}

/** As the worker tells workflows: of one call, and of many pages. */
async function weighings(limit: number): Promise<Weighed[]> {
	const dispatcher = new CallDispatcher(() => settings(limit));
	dispatcher.decide({ paced: true, ordered: true });
	const { fairnessWeight = 0, callsPerDispatch: calls } = await dispatcher.dispatchOf('main', false);
	const single = { limit, weight: Math.fround(fairnessWeight), calls: 1 };
	return calls === 1 ? [single] : [single, { limit, weight: Math.fround(fairnessWeight / calls), calls }];
}

/** The requests of each dispatch of an activity, and what the last one came to. */
async function dispatched(activities: Activities, name: Name, input: unknown[], { weight }: Weighed) {
	let heartbeatDetails: unknown = EVERY_ACTIVITY[name].noted;
	const requests: number[] = [];
	for (let attempt = 1; attempt <= MOST; attempt += 1) {
		const info = {
			activityId: '1',
			activityType: name,
			workflowExecution: { workflowId: EVERY_ACTIVITY[name].task ?? TASK, runId: RUN },
			attempt,
			heartbeatDetails,
			retryPolicy: {},
			priority: { fairnessKey: 'main', ...(weight !== undefined && { fairnessWeight: weight }) },
		};
		const environment = new MockActivityEnvironment(info, { logger: new DefaultLogger('ERROR') });
		environment.on('heartbeat', (details: unknown) => (heartbeatDetails = details));
		const before = sent;
		const outcome = await environment
			.run((...given: unknown[]) => (activities[name] as Activities[string])(...given), ...input)
			.catch((error: unknown) => error);
		requests.push(sent - before);
		if (!isMoreToDo(outcome)) return { requests, outcome };
	}
	throw new Error(`${name} does not end within ${MOST} dispatches: ${requests.join(' ')}`);
}

const made = new Map<string, number>();

/** The activities that make more calls in a dispatch than it was weighed for, each with the calls of its dispatches. */
async function beyond(activities: Activities, weighed: Weighed): Promise<string[]> {
	// The queues have the activities that the registry has, and the table has no other.
	expect(Object.keys(activities).sort()).toEqual(Object.keys(EVERY_ACTIVITY).sort());
	const found: string[] = [];
	for (const name of Object.keys(activities) as Name[]) {
		for (const offset of [0, 90]) {
			for (const input of EVERY_ACTIVITY[name].inputs(offset, request) as unknown[][]) {
				const { requests, outcome } = await dispatched(activities, name, input, weighed);
				const words = outcome instanceof Error ? outcome.message : 'result';
				if (outcome instanceof ApplicationFailure && outcome.type === 'invalid_input') throw outcome;
				made.set(name, Math.max(made.get(name) ?? 0, ...requests));
				if (Math.max(...requests) > weighed.calls)
					found.push(`${name}(${JSON.stringify(input).slice(0, 60)}): ${requests.join(' ')} (${words})`);
			}
		}
	}
	return found;
}

describe.each(MANNERS)('of a service that gives %s', (_says, manner) => {
	beforeEach(() => {
		service.manner = manner;
	});

	it.each([60, 6_000])('each dispatch makes the calls that it was weighed for, at %d a minute', async (limit) => {
		const activities = servicesOf(limit).sharedActivities({ isPaced: true }) as Activities;
		for (const weighed of await weighings(limit)) expect(await beyond(activities, weighed)).toEqual([]);
	});

	it('so does each dispatch of a queue of its own', async () => {
		const activities = servicesOf(6_000).activitiesOf('main', 'own') as unknown as Activities;
		const weighed = { limit: 6_000, calls: callsPerDispatch(6_000, 'own') };
		expect(await beyond(activities, weighed)).toEqual([]);
	});
});

it('has tried each activity with a call, and those of many pages with several', () => {
	const names = Object.keys(EVERY_ACTIVITY);
	expect(names.filter((name) => (made.get(name) ?? 0) < 1)).toEqual([]);
	expect(names.filter((name) => (made.get(name) ?? 0) > 1)).toEqual(
		expect.arrayContaining(['readLeads', 'readConversations', 'readTranscripts', 'readItems', 'readTexts', 'syncPage']),
	);
});
