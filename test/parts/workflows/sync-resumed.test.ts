import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { notYet } from '../../../worker/temporal/not-yet';
import { type Blockage, SYNC_BLOCKED, type SyncedPage, type SyncPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { EventData, TaskEvent } from '../../../workflows/task/event';
import { TIMING } from '../../../workflows/task/timing';
import { recordHistory } from '../replay/record-history';
import { ScriptedService } from './scripted-service';
import { startLeadSync } from './start-lead-sync';
import { noteEvents, untilTold, useTimeSkipping } from './use-time-skipping';

const { holdMs } = TIMING;

const SINCE = Date.UTC(2026, 10, 1);
const IN_TURN_MS = 20_000;

let events: TaskEvent[];
let pages: SyncPage[];
/** What the next pages come to. Without one, there is nothing new. */
let next: SyncedPage[];
const time = useTimeSkipping(() => {
	[events, pages, next] = [[], [], []];
	return {
		internal: {
			...new ScriptedService().internal,
			findSubscribers: noteEvents(events),
		},
		api: { syncPage: onPackedPage(syncPage) },
	};
});

function syncPage(page: SyncPage): Promise<SyncedPage> {
	pages.push(page);
	const result = next.shift();
	return result === undefined ? Promise.reject(notYet('Up to date.', 3_600_000)) : Promise.resolve(result);
}

function page(written: number): SyncedPage {
	const cursor: LeadCursor = { doneBefore: SINCE, done: [], pass: null, completeAt: SINCE, rereadAt: 0 };
	return { cursor, written, refused: [], brought: [] };
}

const blocked: Blockage = { since: SINCE, by: 'destination', reason: 'crm is unavailable.' };
const moving: Blockage = { ...blocked, moves: true };
const types = () => events.map(({ type }) => type);

async function startBlocked(agentId: string) {
	const sync = await startLeadSync(time.environment.client, agentId);
	const signal = (blockage: Blockage) => sync.signal<[Blockage]>(SYNC_BLOCKED, blockage);
	await signal(blocked);
	await untilTold(events, 'sync.blocked');
	return { sync, signal };
}

it('a sync that moves for a minute says so once, with what it has written since, in the thread of the blockage', async () => {
	const { sync, signal } = await startBlocked('mended');
	next = [page(7), page(5)];
	const movesFrom = await time.environment.currentTimeMs();
	await sync.executeUpdate<unknown, [object]>('sync-now', { args: [{}] });
	await time.environment.sleep(holdMs + 5_000);
	await untilTold(events, 'sync.blocked', 'sync.resumed');
	const [told, resumed] = events;
	expect(Date.parse(resumed?.at ?? '')).toBeGreaterThanOrEqual(movesFrom + holdMs);
	expect(resumed?.follows).toEqual({ id: told?.id, at: told?.at });
	const data = resumed?.data as EventData['sync.resumed'];
	expect(data).toMatchObject({ agentId: 'mended', destination: 'crm', cause: 'destination', leadsRefused: 0 });
	expect(data.caughtUp).toBe(7);
	expect(data.blockedSeconds).toBe(Math.round((Date.parse(data.resumedAt) - SINCE) / 1000));
	// The page of the next check knows of no blockage.
	expect(pages.at(-1)?.reported).toMatchObject({ since: SINCE });
	await signal(moving);
	await signal({ ...blocked, since: SINCE + 1 });
	await untilTold(events, 'sync.blocked', 'sync.resumed', 'sync.blocked');
	await sync.cancel();
	await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
	expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
	await recordHistory(time.environment.client, 'mended', 'lead-sync.v1.resumed', sync.firstExecutionRunId);
});

it('a sync without anything new says that it moves, too', async () => {
	const { sync, signal } = await startBlocked('idle');
	await signal(moving);
	await time.environment.sleep(holdMs + 5_000);
	await untilTold(events, 'sync.blocked', 'sync.resumed');
	expect(events[1]?.data).toMatchObject({ caughtUp: 0 });
	await sync.cancel();
});

it('what changes every 20 s tells nothing, and what comes after it is told', async () => {
	const { sync, signal } = await startBlocked('flapping');
	for (let round = 0; round < 6; round += 1) {
		await signal(moving);
		await time.environment.sleep(IN_TURN_MS);
		await signal(blocked);
		await time.environment.sleep(IN_TURN_MS);
	}
	expect(types()).toEqual(['sync.blocked']);
	await signal(moving);
	await time.environment.sleep(holdMs + 5_000);
	await untilTold(events, 'sync.blocked', 'sync.resumed');
	await sync.cancel();
});

it('a sync that a person paused or cancelled has not resumed', async () => {
	const { sync, signal } = await startBlocked('paused');
	await signal(moving);
	await sync.executeUpdate<unknown, [object]>('pause', { args: [{}] });
	await time.environment.sleep(2 * holdMs);
	expect(types()).toEqual(['sync.blocked']);
	await sync.executeUpdate<unknown, [object]>('resume', { args: [{}] });
	await signal(moving);
	await sync.cancel();
	// It has ended, so it can publish nothing more.
	await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
	expect(types()).not.toContain('sync.resumed');
});
