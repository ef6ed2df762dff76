import { eventually } from '../../support/time/eventually';
import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import type { SyncState } from '../../../workflows/lead-sync/state';
import { searchAttributes } from '../../../workflows/task/visibility';
import { recordHistory } from '../replay/record-history';
import { ScriptedLeads } from './scripted-leads';
import { ScriptedService } from './scripted-service';
import { startLeadSync } from './start-lead-sync';
import { useWorkers } from './use-workers';

/** 26 syncs at once, on a machine that does other things too. */

const leads = new ScriptedLeads();
const workers = useWorkers({
	continueAsNewAt: 40,
	internal: { ...new ScriptedService().internal },
	connections: { c: { syncPage: onPackedPage(leads.syncPage), syncLead: leads.syncLead } },
});

const start = (agentId: string) => startLeadSync(workers.client, agentId);

type Sync = Awaited<ReturnType<typeof start>>;

async function untilStage(sync: Sync, stage: string): Promise<void> {
	await eventually(
		() => sync.describe(),
		({ typedSearchAttributes }) => typedSearchAttributes.get(searchAttributes.stage) === stage,
		`The stage ${stage}`,
	);
}

const looksOf = (agentId: string) => leads.looks.get(agentId) ?? [];
const untilLooks = (agentId: string, count: number) =>
	eventually(() => looksOf(agentId).length >= count, Boolean, `${count} looks at ${agentId}`);
const act = (sync: Sync, action: string, input: object = {}) =>
	sync.executeUpdate<unknown, [object]>(action, { args: [input] });
const refusedOf = (sync: Sync) => sync.query<unknown[]>('refused-leads');

/** Cancels it, and gives what it says it had done. */
async function stop(sync: Sync): Promise<unknown> {
	await sync.cancel();
	await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
	const { cause } = (await sync.result().catch((error: unknown) => error)) as { cause: { details: unknown[] } };
	return cause.details[1];
}

describe('the paths of lead-sync', () => {
	it('does what it is asked while it runs: retry, pause, resume, sync now, dismiss', async () => {
		const sync = await start('one-refused');
		await untilLooks('one-refused', 1);
		await eventually(async () => (await refusedOf(sync)).length === 1, Boolean, 'A refused lead');
		expect(await act(sync, 'retry-refused', { leadIds: [8] })).toEqual({
			message: 'None of the refused leads is retried.',
		});
		expect(await act(sync, 'retry-refused')).toEqual({ message: 'One refused lead is retried.' });
		await eventually(async () => (await refusedOf(sync)).length === 0, Boolean, 'No refused lead');
		await act(sync, 'pause');
		await untilStage(sync, 'paused');
		const before = looksOf('one-refused').length;
		expect(await act(sync, 'sync-now', { from: '2026-01-01' })).toEqual({
			message: 'The sync reads all leads since 2026-01-01 again. It is paused, so resume it first.',
		});
		await act(sync, 'resume');
		await untilLooks('one-refused', before + 1);
		expect(looksOf('one-refused').at(-1)?.reread?.from).toBe(Date.UTC(2026, 0, 1));
		expect(await act(sync, 'dismiss-refused')).toMatchObject({ message: expect.stringMatching(/^None/) as string });
		expect(await stop(sync)).toMatchObject({ leadsSynced: 3, leadsRefused: 0, destination: 'crm' });
		await recordHistory(workers.client, 'one-refused', 'lead-sync.v1.steered', sync.firstExecutionRunId);
	});

	it('counts a lead once that it retries because the destination has it in part', async () => {
		const sync = await start('in-part');
		await eventually(async () => (await refusedOf(sync)).length === 1, Boolean, 'A lead in part');
		expect(await act(sync, 'retry-refused')).toEqual({ message: 'One refused lead is retried.' });
		await eventually(async () => (await refusedOf(sync)).length === 0, Boolean, 'No lead in part');
		expect(await stop(sync)).toMatchObject({ leadsSynced: 1, leadsRefused: 0 });
		await recordHistory(workers.client, 'in-part', 'lead-sync.v1.in-part', sync.firstExecutionRunId);
	});

	it('reads again from the earliest day that it was asked for before it could, and from a later one once it has', async () => {
		const sync = await start('asked-twice');
		await untilLooks('asked-twice', 1);
		await act(sync, 'pause');
		await untilStage(sync, 'paused');
		for (const from of ['2026-02-01', '2026-01-01', '2026-03-01']) await act(sync, 'sync-now', { from });
		const before = looksOf('asked-twice').length;
		await act(sync, 'resume');
		await untilLooks('asked-twice', before + 1);
		// What it reads again may take several looks, and what it was asked for meanwhile comes after them.
		const daysRead = () => [
			...new Set(
				looksOf('asked-twice')
					.slice(before)
					.map(({ reread }) => reread?.from),
			),
		];
		expect(daysRead()).toEqual([Date.UTC(2026, 0, 1)]);
		// Until the sync has taken that look, a later day would be added to it, which reads from the earliest.
		await eventually(
			() => sync.query<SyncState>('sync-state'),
			({ cursor, reread }) => reread !== null && (cursor?.rereadAt ?? 0) >= reread.requestedAt,
			'The look is taken',
		);
		await act(sync, 'sync-now', { from: '2026-04-01' });
		await eventually(() => daysRead().length === 2, Boolean, 'The later day');
		expect(daysRead()).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 3, 1)]);
		await stop(sync);
	});

	it('takes from its list of refused leads what a page has brought since, and retries it no more', async () => {
		const sync = await start('brought-later');
		await eventually(async () => (await refusedOf(sync)).length === 2, Boolean, 'Two refused leads');
		await act(sync, 'pause');
		await untilStage(sync, 'paused');
		await act(sync, 'sync-now', { from: '2026-01-01' });
		await act(sync, 'resume');
		await eventually(async () => (await refusedOf(sync)).length === 1, Boolean, 'One refused lead');
		expect(await refusedOf(sync)).toMatchObject([{ leadId: 8 }]);
		expect(await act(sync, 'retry-refused', { leadIds: [7] })).toEqual({
			message: 'None of the refused leads is retried.',
		});
		expect(await stop(sync)).toMatchObject({ leadsSynced: 2, leadsRefused: 1 });
	});

	it('is done once with the same key', async () => {
		const sync = await start('hourly');
		const options = { updateId: 'same', args: [{}] as [object] };
		const first = await sync.executeUpdate<unknown, [object]>('pause', options);
		await act(sync, 'resume');
		expect(await sync.executeUpdate<unknown, [object]>('pause', options)).toEqual(first);
		expect(await act(sync, 'sync-now')).toEqual({ message: 'The sync checks for new leads now.' });
		await stop(sync);
	});

	it('looks at once on request while the destination is unavailable', async () => {
		const sync = await start('held');
		await untilLooks('held', 1);
		await act(sync, 'sync-now');
		await untilLooks('held', 2);
		expect(await stop(sync)).toMatchObject({ leadsSynced: 1, completeUntil: '2026-11-01T00:00:00.000Z' });
		await recordHistory(workers.client, 'held', 'lead-sync.v1.held');
	});

	it('looks once more after the pass during which a look was requested', async () => {
		const sync = await start('two-pages');
		await untilLooks('two-pages', 1);
		await act(sync, 'sync-now');
		leads.gates.page.open();
		await untilLooks('two-pages', 3);
		const begun = looksOf('two-pages').map(({ cursor }) => cursor?.pass?.offset ?? 0);
		expect(begun).toEqual([0, 90, 0]);
		await stop(sync);
	});

	it('is cancelled, not failed, when the look that was under way finds nothing', async () => {
		const sync = await start('caught-looking');
		await untilLooks('caught-looking', 1);
		await sync.cancel();
		await eventually(
			() => sync.fetchHistory(),
			({ events }) => (events ?? []).some(({ activityTaskCancelRequestedEventAttributes: asked }) => asked),
			'The request to cancel the look',
		);
		leads.gates.look.open();
		await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
	});

	it('carries its cursor on when its history is long', async () => {
		const sync = await start('many');
		await eventually(
			() => workers.client.workflow.getHandle('many').describe(),
			({ runId }) => runId !== sync.firstExecutionRunId,
			'A second history',
		);
		const pages = looksOf('many').length;
		await untilLooks('many', pages + 3);
		const { runId } = await workers.client.workflow.getHandle('many').describe();
		await act(workers.client.workflow.getHandle('many') as Sync, 'pause');
		await workers.client.workflow.getHandle('many').cancel();
		await expect(workers.client.workflow.getHandle('many').result()).rejects.toMatchObject({
			cause: { type: 'cancelled' },
		});
		const offsets = looksOf('many').map(({ cursor }) => cursor?.pass?.offset ?? 0);
		expect(offsets).toEqual(offsets.map((_, page) => page * 90));
		await recordHistory(workers.client, 'many', 'lead-sync.v1.continued', sync.firstExecutionRunId);
		await recordHistory(workers.client, 'many', 'lead-sync.v1.carried-on', runId);
	});

	it('can be cancelled at any moment, also in the one in which it begins a new history', async () => {
		const ends = Array.from({ length: 26 }, async (_, looks) => {
			const sync = await start(`stopped-${looks}`);
			await untilLooks(`stopped-${looks}`, looks + 1);
			await workers.client.workflow.getHandle(sync.workflowId).cancel();
			await workers.client.workflow.getHandle(sync.workflowId).result();
		});
		for (const end of await Promise.allSettled(ends)) {
			expect(end).toMatchObject({ status: 'rejected', reason: { cause: { type: 'cancelled' } } });
		}
	});

	it('is done once with the same key, also when it has begun a new history since', async () => {
		const first = await start('steered-on');
		const sync = workers.client.workflow.getHandle('steered-on') as Sync;
		const resume = () => sync.executeUpdate<unknown, [object]>('resume', { updateId: 'same', args: [{}] });
		const answer = await resume();
		await eventually(
			async () => (await sync.describe()).runId,
			(seen) => seen !== first.firstExecutionRunId,
			'A second history',
		);
		await act(sync, 'pause');
		await untilStage(sync, 'paused');
		const pages = looksOf('steered-on').length;
		expect(await resume()).toEqual(answer);
		await act(sync, 'dismiss-refused');
		await untilStage(sync, 'paused');
		expect(looksOf('steered-on')).toHaveLength(pages);
		await stop(sync);
	});

	it('ends when there is no such agent', async () => {
		const sync = await start('nobody');
		await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'not_found' } });
	});
});
