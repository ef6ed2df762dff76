import { now } from '../../support/time/moments';
import { eventually } from '../../support/time/eventually';
import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { notYet } from '../../../worker/temporal/not-yet';
import type { StoredPage } from '../../../workflows/lead-sync/activities';
import type { LeadSyncInput, SyncedAgent } from '../../../workflows/lead-sync/contract';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type {
	HandOutSettings,
	HandOutView,
	LeadOutcome,
	Settled,
	TakenLeads,
} from '../../../workflows/lead-sync/hand-out-contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const CURSOR: LeadCursor = { doneBefore: 1, done: [], pass: null, completeAt: 1, rereadAt: 0 };
const PASS = { begunAt: 1, upTo: 1, offset: 90, seen: [], done: [], doneFrom: 0 };
const SETTINGS: HandOutSettings = { label: 'New leads', intervalSeconds: 10, maxAttempts: 2, retryPauseSeconds: 1 };

/** Pages of each agent. Those of `old` are of one pass. */
const pagesOf = new Map<string, number[][]>();
const stored = new Set<string>();
let blobs = 0;

function store(): string {
	blobs += 1;
	stored.add(`blob-${blobs}`);
	return `blob-${blobs}`;
}

const workers = useWorkers({
	continueAsNewAt: 40,
	internal: {
		...new ScriptedService().internal,
		discardLeads: (keys: string[]) => Promise.resolve(keys.forEach((key) => stored.delete(key))),
	},
	connections: {
		c: {
			findNewAgents: ({ known }: { known: string[] }) => {
				const agentIds = [...pagesOf.keys()].filter((agentId) => !known.includes(agentId));
				if (agentIds.length === 0) return Promise.reject(notYet('No new agent.', 200));
				return Promise.resolve({ agentIds, beyond: 0 });
			},
			storePage: onPackedPage((page): Promise<StoredPage> => {
				const pages = pagesOf.get(page.of.agentId) ?? [];
				const leadIds = pages.shift();
				if (leadIds === undefined) return Promise.reject(notYet('Up to date.', 200));
				const cursor = pages.length > 0 ? { ...CURSOR, pass: PASS, completeAt: null } : CURSOR;
				return Promise.resolve({ cursor, leadIds, blob: store() });
			}),
			storeLead: () => Promise.resolve({ outcome: 'stored', blob: store() }),
		},
	},
});

async function start() {
	const input: LeadSyncInput = {
		version: 1,
		connection: 'c',
		destination: 'flow:it',
		intervalSeconds: 60,
		conversation: 'none',
		conversationSize: 10_000,
		settleMinutes: 10,
		atOnce: false,
	};
	const sync = await workers.client.workflow.start('leadSync', {
		workflowId: 'flow-of-agents',
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
	return workers.client.workflow.getHandle(sync.workflowId);
}

it('hands out the leads of all agents in turn, each once, also of agents that come later', async () => {
	const old = Array.from({ length: 6 }, (_, page) => Array.from({ length: 5 }, (_each, lead) => page * 5 + lead + 1));
	pagesOf.set('old', old);
	const sync = await start();
	const open = (agentIds: string[] | null) =>
		sync.executeUpdate<number, [HandOutSettings, string[] | null]>('open-hand-out', { args: [SETTINGS, agentIds] });
	const view = () => sync.query<HandOutView, [null, number]>('hand-out', null, now().getTime());
	let takes = 0;
	const taken = async (max = 1): Promise<TakenLeads> => {
		await eventually(
			async () => (await view()).waiting,
			(seen) => seen > 0,
			'A lead that waits',
		);
		const args: [string, object] = [`take-${(takes += 1)}`, { max, leaseSeconds: 60 }];
		return sync.executeUpdate<TakenLeads, [string, object]>('take-leads', { args });
	};
	const settle = (lease: string | null, ...outcomes: LeadOutcome[]) =>
		sync.executeUpdate<Settled, [string, LeadOutcome[]]>('settle-leads', { args: [lease ?? '', outcomes] });
	await open(null);
	const first = await taken();
	expect(first.lease).toMatch(/:old$/);
	await settle(first.lease, { leadId: 1, outcome: 'done', reason: '' });
	// A new lead of another agent has the id of an old one.
	pagesOf.set('new', [[2]]);
	await eventually(
		async () => (await view()).waiting,
		(seen) => seen === 5,
		'The line of both',
	);
	const second = await taken();
	expect(second).toMatchObject({ lease: expect.stringMatching(/:new$/) as string, leads: [{ id: 2 }] });
	expect(await settle(second.lease, { leadId: 2, outcome: 'refused', reason: 'No.' })).toEqual({
		settled: 1,
		ignored: 0,
	});
	expect(await sync.query('refused-leads')).toMatchObject([{ agentId: 'new', leadId: 2, reason: 'No.' }]);
	const done: number[] = [];
	while (done.length < 29) {
		const { lease, leads } = await taken(3);
		await settle(lease, ...leads.map(({ id }): LeadOutcome => ({ leadId: id, outcome: 'done', reason: '' })));
		done.push(...leads.map(({ id }) => id));
	}
	expect(done.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 29 }, (_, index) => index + 2));
	await sync.executeUpdate<unknown, [object, string]>('retry-refused', { args: [{ agentId: 'new' }, 'asked'] });
	const retried = await taken();
	expect(retried).toMatchObject({ lease: expect.stringMatching(/:new$/) as string, leads: [{ id: 2 }] });
	await settle(retried.lease, { leadId: 2, outcome: 'done', reason: '' });
	const rows = await sync.query<SyncedAgent[]>('synced-agents');
	expect(rows).toMatchObject([
		{ agentId: 'old', leadsSynced: 30, leadsRefused: 0 },
		{ agentId: 'new', leadsSynced: 1, leadsRefused: 0 },
	]);
	await eventually(() => stored.size === 0, Boolean, 'Nothing is stored');
	// The flow is published again for one agent alone.
	await open(['old']);
	pagesOf.get('new')?.push([9]);
	pagesOf.get('old')?.push([40]);
	expect((await taken()).leads).toMatchObject([{ id: 40 }]);
	expect((await sync.query<SyncedAgent[]>('synced-agents'))[1]?.state).toBe('not_wanted');
	await sync.cancel();
	await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
});
