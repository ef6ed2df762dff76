import { eventually } from '../../support/time/eventually';
import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { notYet } from '../../../worker/temporal/not-yet';
import { type Blockage, SYNC_BLOCKED, type SyncedPage, type SyncPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { EventData, TaskEvent } from '../../../workflows/task/event';
import { recordHistory } from '../replay/record-history';
import { ScriptedService } from './scripted-service';
import { startLeadSync } from './start-lead-sync';
import { useWorkers } from './use-workers';

const CAPTURED = Date.UTC(2026, 10, 1);
/** Refused leads of a page; after seven pages a sync rests. */
const REFUSED = 60;
const PAGES_UNTIL_FULL = 7;

/** More than the list holds. */
const UNFIT_PAGES = 20;
const setAside = (lead: { leadId: number; reason: string }) => ({ ...lead, kind: 'set_aside' as const });

const events: TaskEvent[] = [];
const pages = new Map<string, number>();
const workers = useWorkers({
	internal: {
		...new ScriptedService().internal,
		findSubscribers: (event: TaskEvent) => {
			events.push(event);
			return Promise.resolve([]);
		},
	},
	connections: { c: { syncPage: onPackedPage(syncPage) } },
});

function syncPage({ of: { agentId }, intervalMs }: SyncPage): Promise<SyncedPage> {
	const number = (pages.get(agentId) ?? 0) + 1;
	pages.set(agentId, number);
	if (agentId === 'quiet') return Promise.reject(notYet('Up to date.', intervalMs));
	const size = agentId === 'crowded' ? 130 : REFUSED;
	const refused = Array.from({ length: size }, (_, place) => ({ leadId: number * 1_000 + place, reason: 'No email.' }));
	if (agentId === 'crowded' && number > 1) return Promise.reject(notYet('Up to date.', intervalMs));
	const pass = { begunAt: CAPTURED, upTo: CAPTURED, offset: number * 90, seen: [], done: [], doneFrom: 0 };
	const cursor: LeadCursor = { doneBefore: CAPTURED, done: [], pass, completeAt: null, rereadAt: 0 };
	if (agentId === 'unfit' && number <= UNFIT_PAGES)
		return Promise.resolve({ cursor, written: 0, refused: refused.map(setAside), brought: [] });
	if (agentId === 'picky' && number <= UNFIT_PAGES)
		return Promise.resolve({ cursor, written: number % 5 === 0 ? 1 : 0, refused, brought: [] });
	if (agentId === 'unfit' || agentId === 'picky') return Promise.reject(notYet('Up to date.', intervalMs));
	return Promise.resolve({ cursor, written: 0, refused, brought: [] });
}

const start = (agentId: string) => startLeadSync(workers.client, agentId);

type DataOf<Type extends TaskEvent['type']> = EventData[Type];

function of<Type extends TaskEvent['type']>(taskId: string, type: Type): Array<DataOf<Type>> {
	const found = events.filter((event) => event.task.id === taskId && event.type === type);
	// The type of an event decides the type of its data.
	return found.map(({ data }) => data as DataOf<Type>);
}

const until = (taskId: string, type: TaskEvent['type'], count: number) =>
	eventually(() => of(taskId, type).length >= count, Boolean, `${count} times ${type}`);

describe('a sync whose destination refuses leads', () => {
	it('publishes the refused leads of each page, and once that it is blocked', async () => {
		const sync = await start('full');
		await until('full', 'sync.blocked', 1);
		await until('full', 'lead.refused', PAGES_UNTIL_FULL);
		const refused = of('full', 'lead.refused');
		expect(refused).toHaveLength(PAGES_UNTIL_FULL);
		expect(refused.map(({ count, leads }) => [count, leads.length])).toEqual(
			refused.map(() => [REFUSED, REFUSED] as const),
		);
		expect(of('full', 'sync.blocked')).toMatchObject([
			{
				agentId: 'full',
				destination: 'crm',
				cause: 'refused_leads',
				reason: expect.stringContaining(`refused ${REFUSED * PAGES_UNTIL_FULL} leads`) as string,
				leadsRefused: REFUSED * PAGES_UNTIL_FULL,
			},
		]);

		// One lead fewer is still too many, and is not another blockage.
		await sync.executeUpdate<unknown, [object]>('dismiss-refused', { args: [{ leadIds: [1_000] }] });
		// Nor is what fills the list again within a minute: the sync has not resumed.
		await sync.executeUpdate<unknown, [object]>('dismiss-refused', { args: [{}] });
		await until('full', 'lead.refused', 2 * PAGES_UNTIL_FULL);
		await eventually(
			async () => (await sync.query<unknown[]>('refused-leads')).length,
			(seen) => seen === REFUSED * PAGES_UNTIL_FULL,
			'It rests again',
		);
		expect(of('full', 'sync.blocked')).toHaveLength(1);
		expect(of('full', 'sync.resumed')).toEqual([]);
		await sync.cancel();
		await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
		expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
	});

	it('lists a hundred of them at most', async () => {
		const sync = await start('crowded');
		await until('crowded', 'lead.refused', 1);
		expect(of('crowded', 'lead.refused')).toMatchObject([{ count: 130, leads: { length: 100 } }]);
		await sync.cancel();
	});
});

it.each(['unfit', 'picky'])('is not blocked by leads that do not fit, however many: %s', async (agentId) => {
	const sync = await start(agentId);
	await eventually(
		() => pages.get(agentId) ?? 0,
		(seen) => seen > UNFIT_PAGES,
		'All pages',
	);
	expect(of(agentId, 'sync.blocked')).toEqual([]);
	const listed = await sync.query<Array<{ leadId: number; kind: string }>>('refused-leads');
	expect([listed.length, new Set(listed.map(({ kind }) => kind))]).toEqual([500, new Set(['set_aside'])]);
	expect(listed.at(-1)?.leadId).toBe(UNFIT_PAGES * 1_000 + REFUSED - 1);
	await sync.executeUpdate<unknown, [object]>('dismiss-refused', { args: [{ leadIds: [20_000] }] });
	await sync.cancel();
	await expect(sync.result()).rejects.toMatchObject({
		cause: { details: [expect.anything(), { leadsRefused: UNFIT_PAGES * REFUSED - 1 }] },
	});
});

it('publishes a blockage that its page reports once, however often the report comes, and the next one', async () => {
	const sync = await start('quiet');
	const report = (since: number) =>
		sync.signal<[Blockage]>(SYNC_BLOCKED, { since, by: 'destination', reason: 'crm is unavailable.' });
	await report(CAPTURED);
	await report(CAPTURED);
	// Each event is published by a workflow of its own, so two at once may arrive in either order.
	await until('quiet', 'sync.blocked', 1);
	await report(CAPTURED + 1);
	await until('quiet', 'sync.blocked', 2);
	expect(of('quiet', 'sync.blocked')).toMatchObject([
		{ cause: 'destination', reason: 'crm is unavailable.', since: new Date(CAPTURED).toISOString(), leadsRefused: 0 },
		{ since: new Date(CAPTURED + 1).toISOString() },
	]);
	await sync.cancel();
	await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
	await recordHistory(workers.client, 'quiet', 'lead-sync.v1.blocked', sync.firstExecutionRunId);
});
