import { now } from '../../support/time/moments';
import { eventually } from '../../support/time/eventually';
import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { notYet } from '../../../worker/temporal/not-yet';
import { Metrics, taskSinks } from '../../../worker/observability/metrics';
import type { StoredPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type {
	HandOutSettings,
	HandOutView,
	LeadOutcome,
	Settled,
	TakenLeads,
} from '../../../workflows/lead-sync/hand-out-contract';
import { searchAttributes } from '../../../workflows/task/visibility';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { startLeadSync } from './start-lead-sync';
import { useWorkers } from './use-workers';

const CURSOR: LeadCursor = { doneBefore: 1, done: [], pass: null, completeAt: 1, rereadAt: 0 };
const SETTINGS: HandOutSettings = { label: 'New leads', intervalSeconds: 3600, maxAttempts: 2, retryPauseSeconds: 1 };

/** The pages that an agent has, one at a look; then there is nothing new. */
const pagesOf = new Map<string, number[][]>();
const looks: SyncPage[] = [];
const stored = new Set<string>();
const gone = new Set<number>();
let blobs = 0;

function store(): string {
	blobs += 1;
	stored.add(`blob-${blobs}`);
	return `blob-${blobs}`;
}

const metrics = new Metrics();
const workers = useWorkers({
	continueAsNewAt: 40,
	sinks: taskSinks(metrics),
	internal: {
		...new ScriptedService().internal,
		discardLeads: (keys: string[]) => Promise.resolve(keys.forEach((key) => stored.delete(key))),
	},
	connections: {
		c: {
			storePage: onPackedPage((page): Promise<StoredPage> => {
				looks.push(page);
				const leadIds = pagesOf.get(page.of.agentId)?.shift();
				if (leadIds === undefined) return Promise.reject(notYet('Up to date.', page.intervalMs));
				const filtered = page.filter === undefined ? {} : { skipped: { country: 2, email: 0, formField: 1 } };
				return Promise.resolve({ cursor: CURSOR, leadIds, blob: store(), ...filtered });
			}),
			storeLead: (_of: unknown, leadId: number) =>
				Promise.resolve(gone.has(leadId) ? { outcome: 'gone' } : { outcome: 'stored', blob: store() }),
		},
	},
});

async function start(agentId: string, ...pages: number[][]) {
	return startInto('flow:it', agentId, ...pages);
}

async function startInto(destination: string, agentId: string, ...pages: number[][]) {
	pagesOf.set(agentId, pages);
	const sync = await startLeadSync(workers.client, agentId, destination);
	return new Flow(sync.workflowId, sync.firstExecutionRunId);
}

/** A flow that takes leads, as the gateway does it for n8n. */
class Flow {
	readonly sync;
	private takes = 0;

	constructor(
		id: string,
		readonly firstRunId: string,
	) {
		this.sync = workers.client.workflow.getHandle(id);
	}

	open = (conditions: Pick<HandOutSettings, 'countries' | 'formFields'> = {}) =>
		this.sync.executeUpdate<number, [HandOutSettings]>('open-hand-out', { args: [{ ...SETTINGS, ...conditions }] });
	close = (opening: number) => this.sync.executeUpdate<boolean, [number]>('close-hand-out', { args: [opening] });
	view = () => this.sync.query<HandOutView, [string | null, number]>('hand-out', null, now().getTime());
	act = (action: string, input: object = {}) => this.sync.executeUpdate<unknown, [object]>(action, { args: [input] });
	refused = () => this.sync.query<unknown[]>('refused-leads');
	settle = (lease: string | null, ...outcomes: LeadOutcome[]) =>
		this.sync.executeUpdate<Settled, [string, LeadOutcome[]]>('settle-leads', { args: [lease ?? '', outcomes] });

	take(
		max = 1,
		leaseSeconds = 60,
		takeId = `take ${(this.takes += 1)} of ${this.sync.workflowId}`,
	): Promise<TakenLeads> {
		const request = { max, leaseSeconds };
		return this.sync.executeUpdate<TakenLeads, [string, object]>('take-leads', { args: [takeId, request] });
	}

	/** Takes until there is something. */
	async taken(max = 1, leaseSeconds = 60): Promise<TakenLeads> {
		await eventually(
			async () => (await this.view()).waiting,
			(seen) => seen > 0,
			'A lead that waits',
		);
		return this.take(max, leaseSeconds);
	}

	async untilStage(stage: string): Promise<void> {
		await eventually(
			() => this.sync.describe(),
			({ typedSearchAttributes }) => typedSearchAttributes.get(searchAttributes.stage) === stage,
			`The stage ${stage}`,
		);
	}

	async message(): Promise<unknown> {
		return ((await this.sync.describe()).memo?.['progress'] as { message: string } | undefined)?.message;
	}

	/** Cancels it, and gives what it says it had done. */
	async stop(): Promise<unknown> {
		await this.sync.cancel();
		const error = (await this.sync.result().catch((thrown: unknown) => thrown)) as { cause: { details: unknown[] } };
		return error.cause.details[1];
	}
}

const done = (leadId: number): LeadOutcome => ({ leadId, outcome: 'done', reason: '' });
const failed = (leadId: number): LeadOutcome => ({ leadId, outcome: 'failed', reason: 'CRM: it is down' });
const idsOf = ({ leads }: TakenLeads) => leads.map(({ id }) => id);

describe('a sync into a flow', () => {
	it('hands each lead of a page out, reads on after the last one, and keeps the refused ones', async () => {
		const flow = await start('two-pages', [1, 2, 3], [4]);
		await flow.open();
		const batch = await flow.taken(2);
		expect(idsOf(batch)).toEqual([1, 2]);
		const other = await flow.take(2);
		expect(idsOf(other)).toEqual([3]);
		expect(await flow.take()).toEqual({ lease: null, leads: [] });
		await flow.settle(batch.lease, done(1), failed(2));
		await flow.settle(other.lease, done(3));
		expect(looks.filter(({ of }) => of.agentId === 'two-pages')).toHaveLength(1);
		await flow.untilStage('handing-out');
		const again = await flow.taken();
		expect(again.leads).toMatchObject([{ id: 2, attempt: 2 }]);
		await flow.settle(again.lease, failed(2));
		expect(await flow.refused()).toMatchObject([{ leadId: 2, reason: 'CRM: it is down' }]);
		await flow.act('sync-now');
		const last = await flow.taken();
		expect(idsOf(last)).toEqual([4]);
		expect(looks.at(-1)).toMatchObject({ cursor: CURSOR, flow: 'New leads' });

		await flow.act('retry-refused');
		const retried = await flow.taken();
		expect(idsOf(retried)).toEqual([2]);
		await flow.settle(last.lease, done(4));
		await flow.settle(retried.lease, done(2));
		expect(await flow.refused()).toEqual([]);
		await eventually(() => stored.size === 0, Boolean, 'Nothing stored');
		expect(await flow.stop()).toMatchObject({ leadsSynced: 4, leadsRefused: 0, destination: 'flow:it' });
		await recordHistory(workers.client, 'two-pages', 'lead-sync.v1.handed-out', flow.firstRunId);
	});

	it('reads with the conditions of the last opening, and tells how many leads they skipped', async () => {
		const flow = await start('filtered', [1], [2], [3]);
		const next = async () => {
			const { lease, leads } = await flow.taken();
			for (const { id } of leads) await flow.settle(lease, done(id));
			await flow.act('sync-now');
		};
		await next();
		const last = () => looks.filter(({ of }) => of.agentId === 'filtered').at(-1);
		expect(last()).not.toHaveProperty('filter');
		await flow.open({ countries: ['DE'], formFields: ['budget', 'size=large=huge'] });
		await eventually(
			async () => (await flow.view()).waiting,
			(seen) => seen > 0,
			'A page',
		);
		// The page of before may still have been under way.
		await next();
		await next();
		expect(last()).toMatchObject({
			filter: { countries: ['DE'], formFields: [{ name: 'budget' }, { name: 'size', value: 'large=huge' }] },
		});
		const { leadsSkipped } = (await flow.stop()) as { leadsSkipped: { country: number } };
		expect(leadsSkipped.country).toBeGreaterThanOrEqual(2);
		expect(await flow.message()).toMatch(/skipped \(\d+ by country, \d+ by form field\)/);
	});

	it('gives a repeated request what it took before', async () => {
		const flow = await start('repeated', [1, 2]);
		await flow.taken();
		const first = await flow.take(1, 60, 'the same');
		expect(idsOf(first)).toEqual([2]);
		expect(await flow.take(1, 60, 'the same')).toEqual(first);
		expect(await flow.sync.query('hand-out', 'the same', now().getTime())).toMatchObject({ taken: first, waiting: 0 });
		await flow.stop();
	});

	it('hands a lead out again after a lost lease, and takes a late success of the first execution', async () => {
		const flow = await start('killed', [1]);
		const first = await flow.taken(1, 1);
		const second = await flow.taken(1, 60);
		expect(second.leads).toEqual([{ id: 1, attempt: 1, blob: first.leads[0]?.blob }]);
		expect(await flow.settle(first.lease, failed(1))).toEqual({ settled: 0, ignored: 1 });
		expect(await flow.settle(first.lease, done(1))).toEqual({ settled: 1, ignored: 0 });
		expect(await flow.settle(second.lease, done(1))).toEqual({ settled: 0, ignored: 1 });
		await flow.stop();
	});

	it('hands nothing out while the flow is unpublished or the sync paused, and ignores a late close', async () => {
		const flow = await start('closed', [1, 2]);
		const opening = await flow.open();
		const { lease } = await flow.taken();
		expect(await flow.close(opening)).toBe(true);
		await flow.untilStage('unpublished');
		await eventually(
			() => flow.message(),
			(seen) => expect(seen).toMatch(/^The n8n flow "New leads" is not published.*2 leads wait/),
			'the sync says it with its next progress',
		);
		expect(await flow.take()).toEqual({ lease: null, leads: [] });
		await flow.settle(lease, done(1));
		await eventually(
			async () => String(await flow.message()),
			(seen) => /1 lead waits/.test(seen),
			'A newer message',
		);
		await flow.open();
		expect(await flow.close(opening)).toBe(false);
		await flow.act('pause');
		await flow.untilStage('paused');
		expect(await flow.take()).toEqual({ lease: null, leads: [] });
		await flow.act('resume');
		expect(idsOf(await flow.taken())).toEqual([2]);
		await flow.stop();
	});

	it('counts each lead once as done or refused, also across histories', async () => {
		const ids = Array.from({ length: 14 }, (_, index) => index + 1);
		const flow = await startInto('flow:counted', 'counted', ids);
		for (const id of ids.slice(1)) {
			const { lease } = await flow.taken();
			await flow.settle(lease, done(id - 1));
		}
		const { lease } = await flow.taken();
		await flow.settle(lease, { leadId: 14, outcome: 'refused', reason: 'It waits.' });
		const counted = () => metrics.registry.getSingleMetricAsString('agent_knowledge_sync_leads_total');
		const of = 'connection="c",destination="flow:counted"';
		await eventually(counted, (seen) => seen.includes(`{${of},outcome="refused"} 1`), 'A refused lead');
		await flow.stop();
		expect(await counted()).toContain(`{${of},outcome="written"} 13`);
	});

	it('drops a refused lead that the service no longer has', async () => {
		const flow = await start('gone', [71]);
		const { lease } = await flow.taken();
		await flow.settle(lease, { leadId: 71, outcome: 'refused', reason: 'It waits.' });
		gone.add(71);
		await flow.act('retry-refused');
		await eventually(async () => (await flow.refused()).length === 0, Boolean, 'No refused lead');
		expect(await flow.stop()).toMatchObject({ leadsSynced: 0, leadsRefused: 0 });
	});

	it('forgets the leads of an erased person, deletes what was stored with them, and reads the others again', async () => {
		const flow = await start('erased', [1, 2]);
		await eventually(
			async () => (await flow.view()).waiting,
			(seen) => seen === 2,
			'Leads in line',
		);
		const before = (await flow.view()).next?.blob ?? '';
		expect(await flow.sync.query('pending-leads')).toEqual([1, 2]);
		await flow.act('forget-leads', { leadIds: [1] });
		await eventually(
			async () => (await flow.sync.describe()).runId,
			(seen) => seen !== flow.firstRunId,
			'A new history',
		);
		expect(stored.has(before)).toBe(false);
		const { leads } = await flow.taken();
		expect(leads).toMatchObject([{ id: 2 }]);
		expect(leads[0]?.blob).not.toBe(before);
		await flow.stop();
	});

	it('keeps leases, attempts and what is in line when its history grows long, and when it is started again', async () => {
		const ids = Array.from({ length: 20 }, (_, index) => index + 1);
		const flow = await start('long', ids);
		await flow.open();
		const held = await flow.taken();
		for (const id of ids.slice(1, 15)) {
			const { lease, leads } = await flow.take();
			expect(leads).toMatchObject([{ id }]);
			await flow.settle(lease, done(id));
		}
		expect((await flow.sync.describe()).runId).not.toBe(flow.firstRunId);
		expect(await flow.settle(held.lease, failed(1))).toEqual({ settled: 1, ignored: 0 });
		expect(await flow.stop()).toMatchObject({ leadsSynced: 14 });
		const carried: unknown = await flow.sync.query('sync-state');
		const input = { version: 1, connection: 'c', agentId: 'long', destination: 'flow:it', intervalSeconds: 3600 };
		await workers.client.workflow.start('leadSync', {
			workflowId: 'long-again',
			taskQueue: INTERNAL_QUEUE,
			args: [{ input, frozen }, carried],
		});
		const again = new Flow('long-again', '');
		await again.open();
		const rest = await again.taken(10);
		expect([...idsOf(rest), ...idsOf(await again.taken(10))].sort((one, other) => one - other)).toEqual([
			1, 16, 17, 18, 19, 20,
		]);
		await again.stop();
	});
});
