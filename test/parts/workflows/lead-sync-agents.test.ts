import { ApplicationFailure } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import { eventually, isThere } from '../../support/time/eventually';
import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { notYet } from '../../../worker/temporal/not-yet';
import type { FoundAgents, OtherSync, SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { CarriedAgents } from '../../../workflows/lead-sync/agents/agents-state';
import type { LeadSyncInput, SyncedAgent } from '../../../workflows/lead-sync/contract';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const CAPTURED = Date.UTC(2026, 10, 1);
const SOON_MS = 100;
const cursor: LeadCursor = { doneBefore: CAPTURED, done: [], pass: null, completeAt: CAPTURED, rereadAt: 0 };
const wholePass = (written: number): SyncedPage => ({ cursor, written, refused: [], brought: [] });

/** An account whose agents a test changes. */
class Account {
	agentIds: string[] = [];
	others: OtherSync[] = [];
	/** Pages of each agent that were asked for. */
	readonly pages: SyncPage[] = [];
	/** Leads that wait, by agent. */
	readonly news = new Map<string, number>();
	/** Agents whose every lead is refused, with the id 7. */
	readonly refusing = new Set<string>();

	readonly syncPage = (page: SyncPage): Promise<SyncedPage> => {
		const { agentId } = page.of;
		this.pages.push(page);
		if (!this.agentIds.includes(agentId)) {
			if (page.ofSeveral === 'gone') return Promise.reject(notYet('It is gone.', SOON_MS));
			const details = [{ type: 'not_found', title: '', status: 404, detail: '', issues: [] }];
			return Promise.reject(ApplicationFailure.create({ type: 'not_found', nonRetryable: true, details }));
		}
		if (agentId === 'long') return Promise.resolve(this.onePage());
		const news = this.news.get(agentId) ?? 0;
		if (news === 0 && page.ofSeveral !== 'gone') return Promise.reject(notYet('Nothing new.', SOON_MS));
		this.news.set(agentId, 0);
		if (this.refusing.has(agentId))
			return Promise.resolve({ ...wholePass(0), refused: [{ leadId: 7, reason: 'It has no email.' }] });
		return Promise.resolve(wholePass(news));
	};

	readonly findNewAgents = (known: readonly string[], room: number): Promise<FoundAgents> => {
		const fresh = this.agentIds.filter((agentId) => !known.includes(agentId));
		if (fresh.length === 0) return Promise.reject(notYet('No new agent.', SOON_MS));
		return Promise.resolve({ agentIds: fresh.slice(0, room), beyond: Math.max(0, fresh.length - room) });
	};

	private onePage(): SyncedPage {
		const offset = this.pages.filter(({ of }) => of.agentId === 'long').length * 90;
		const pass = { begunAt: CAPTURED, upTo: CAPTURED, offset, seen: [], done: [], doneFrom: 0 };
		return { cursor: { ...cursor, pass, completeAt: null }, written: 90, refused: [], brought: [] };
	}
}

const accounts = new Map<string, Account>();
const accountOf = (connection: string): Account => {
	const account = accounts.get(connection) ?? new Account();
	accounts.set(connection, account);
	return account;
};

const NAMES = ['come', 'gone', 'named', 'long', 'acted', 'none', 'other'];
const service = new ScriptedService();
const workers = useWorkers({
	continueAsNewAt: 40,
	internal: {
		...service.internal,
		findOtherSyncs: (connection: string, _destination: string, agentIds: string[]) =>
			Promise.resolve(accountOf(connection).others.filter(({ agentId }) => agentIds.includes(agentId))),
		readLeftBehind: () => Promise.resolve({ cursor: { ...cursor, doneBefore: CAPTURED + 1 }, refused: [] }),
	},
	connections: Object.fromEntries(
		NAMES.map((name) => [
			name,
			{
				syncPage: onPackedPage((page) => accountOf(name).syncPage(page)),
				syncLead: () => Promise.resolve({ outcome: 'written' as const }),
				findNewAgents: ({ known, room }: { known: string[]; room: number }) =>
					accountOf(name).findNewAgents(known, room),
			},
		]),
	),
});

function start(client: Client, connection: string, agentIds?: string[]) {
	const input: LeadSyncInput = {
		version: 1,
		connection,
		destination: 'crm',
		intervalSeconds: 1,
		conversation: 'none',
		conversationSize: 10_000,
		settleMinutes: 10,
		atOnce: false,
		...(agentIds === undefined ? {} : { agentIds }),
	};
	return client.workflow.start('leadSync', {
		workflowId: `agents-${connection}`,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
}

type Sync = Awaited<ReturnType<typeof start>>;
const newest = (connection: string) => workers.client.workflow.getHandle(`agents-${connection}`) as Sync;
const rowsOf = (sync: Sync) => sync.query<SyncedAgent[]>('synced-agents');
const untilRows = (sync: Sync, what: string, holds: (rows: SyncedAgent[]) => boolean) =>
	eventually(() => rowsOf(sync), holds, what);
const syncedOf = (rows: SyncedAgent[], agentId: string) => rows.find((row) => row.agentId === agentId)?.leadsSynced;
const messageOf = async (sync: Sync) => {
	const { memo } = await sync.describe();
	return (memo?.['progress'] as { message: string } | undefined)?.message ?? '';
};

async function stop(sync: Sync): Promise<unknown> {
	await sync.cancel();
	const { cause } = (await sync.result().catch((error: unknown) => error)) as {
		cause: { type: string; details: unknown[] };
	};
	expect(cause.type).toBe('cancelled');
	return cause.details[1];
}

describe('a sync of several agents', () => {
	it('takes in agents that come later, and each has a row', async () => {
		const account = accountOf('come');
		account.agentIds = ['one', 'two'];
		account.news.set('one', 3);
		const sync = await start(workers.client, 'come');
		await untilRows(sync, 'The leads of one', (rows) => syncedOf(rows, 'one') === 3);
		account.agentIds.push('three');
		account.news.set('three', 2);
		const rows = await untilRows(sync, 'The leads of three', (all) => syncedOf(all, 'three') === 2);
		expect(rows.map(({ agentId }) => agentId)).toEqual(['one', 'two', 'three']);
		expect(await stop(newest('come'))).toMatchObject({ leadsSynced: 5, agents: [{}, {}, {}] });
		await recordHistory(workers.client, 'agents-come', 'lead-sync.v1.agents', sync.firstExecutionRunId);
	});

	it('names an agent that is gone, brings the leads of the others, and continues when it is back', async () => {
		const account = accountOf('gone');
		account.agentIds = ['one', 'two'];
		account.news.set('one', 1).set('two', 1);
		const sync = await start(workers.client, 'gone');
		await untilRows(sync, 'Both', (rows) => rows.length === 2 && rows.every(({ leadsSynced }) => leadsSynced === 1));
		account.agentIds = ['one'];
		await untilRows(sync, 'Two is gone', (rows) => rows[1]?.state === 'gone');
		await eventually(
			() => messageOf(sync),
			(seen) => expect(seen).toContain('The key can no longer access "two".'),
			'the sync says it with its next progress',
		);
		account.news.set('one', 4);
		await untilRows(newest('gone'), 'The others', (rows) => syncedOf(rows, 'one') === 5);
		account.agentIds = ['one', 'two'];
		account.news.set('two', 2);
		const rows = await untilRows(newest('gone'), 'Two is back', (all) => syncedOf(all, 'two') === 3);
		expect(rows[1]?.state).toBe('up_to_date');
		expect(account.pages.findLast(({ of }) => of.agentId === 'two')?.cursor).toEqual(cursor);
		await stop(newest('gone'));
	});

	it('of named agents ends only once none of them is there', async () => {
		const account = accountOf('named');
		account.agentIds = ['one', 'two', 'unnamed'];
		const sync = await start(workers.client, 'named', ['one', 'two']);
		await untilRows(sync, 'Both', (rows) => rows.length === 2);
		account.agentIds = ['two'];
		await untilRows(sync, 'One is gone', (rows) => rows[0]?.state === 'gone');
		account.agentIds = [];
		await expect(newest('named').result()).rejects.toMatchObject({ cause: { type: 'not_found' } });
	});

	it('carries the cursors of all agents on when its history is long', async () => {
		const account = accountOf('long');
		account.agentIds = ['long', 'quiet'];
		account.news.set('quiet', 1);
		const sync = await start(workers.client, 'long');
		await eventually(
			async () => {
				const { runId } = await newest('long').describe();
				if (runId === sync.firstExecutionRunId) return null;
				return account.pages.length > 60 ? true : null;
			},
			isThere,
			'A third history',
		);
		const rows = await rowsOf(newest('long'));
		expect(syncedOf(rows, 'quiet')).toBe(1);
		const { runId } = await newest('long').describe();
		await stop(newest('long'));
		const offsets = account.pages
			.filter(({ of }) => of.agentId === 'long')
			.map(({ cursor: at }) => at?.pass?.offset ?? 0);
		expect(offsets).toEqual(offsets.map((_, page) => page * 90));
		await recordHistory(workers.client, 'agents-long', 'lead-sync.v1.agents-continued', sync.firstExecutionRunId);
		await recordHistory(workers.client, 'agents-long', 'lead-sync.v1.agents-carried-on', runId);
	});

	it('tells leads of two agents with one id apart when somebody acts on them', async () => {
		const account = accountOf('acted');
		account.agentIds = ['one', 'two'];
		for (const agentId of account.agentIds) {
			account.refusing.add(agentId);
			account.news.set(agentId, 1);
		}
		const sync = await start(workers.client, 'acted');
		const refused = () => newest('acted').query<Array<{ agentId: string; leadId: number }>>('refused-leads');
		await eventually(async () => (await refused()).length === 2, Boolean, 'Two refused leads');
		const act = (action: string, input: object = {}) =>
			newest('acted').executeUpdate<unknown, [object, string]>(action, { args: [input, 'asked'] });
		await act('pause');
		expect(await act('dismiss-refused', { agentId: 'two', leadIds: [7] })).toMatchObject({
			message: expect.stringMatching(/^One refused lead/) as string,
		});
		expect(await refused()).toMatchObject([{ agentId: 'one', leadId: 7 }]);
		expect((await rowsOf(newest('acted'))).map(({ state }) => state)).toEqual(['paused', 'paused']);
		account.refusing.clear();
		await act('retry-refused', { agentId: 'two' });
		await act('resume');
		expect(await act('retry-refused', { agentId: 'one' })).toMatchObject({ message: 'One refused lead is retried.' });
		await eventually(async () => (await refused()).length === 0, Boolean, 'No refused lead');
		expect(
			await newest('acted').executeUpdate<number, [object]>('forget-leads', {
				args: [{ leadIds: [9], agentId: 'one' }],
			}),
		).toBe(0);
		await eventually(
			async () => (await newest('acted').describe()).runId,
			(seen) => seen !== sync.firstExecutionRunId,
			'A new history',
		);
		const { parts } = await newest('acted').query<CarriedAgents>('sync-state');
		expect(parts.map(({ synced }) => synced)).toEqual([1, 0]);
		await stop(newest('acted'));
	});

	it('of all agents waits for the first one, and says so', async () => {
		const account = accountOf('none');
		const sync = await start(workers.client, 'none');
		await eventually(
			() => messageOf(sync),
			(seen) => seen.startsWith('The key can access no agent.'),
			'The words',
		);
		account.agentIds = ['first'];
		account.news.set('first', 1);
		await untilRows(sync, 'Its lead', (rows) => syncedOf(rows, 'first') === 1);
		expect(await stop(newest('none'))).toMatchObject({ leadsSynced: 1, agents: [{ agentId: 'first' }] });
	});

	it('leaves an agent to its own sync, and continues where an ended one has stopped', async () => {
		const account = accountOf('other');
		account.agentIds = ['own', 'ended'];
		account.others = [
			{ agentId: 'own', id: 'lead-sync~own', isActive: true },
			{ agentId: 'ended', id: 'lead-sync~ended', isActive: false },
		];
		const sync = await start(workers.client, 'other');
		const rows = await untilRows(sync, 'Both', (all) => all.length === 2);
		expect(rows[0]).toMatchObject({ state: 'other_sync', otherSync: 'lead-sync~own' });
		await eventually(() => account.pages.length > 0, Boolean, 'A page');
		expect(account.pages.map(({ of, cursor: at }) => [of.agentId, at?.doneBefore])[0]).toEqual(['ended', CAPTURED + 1]);
		expect(account.pages.some(({ of }) => of.agentId === 'own')).toBe(false);
		await eventually(
			() => messageOf(sync),
			(seen) => expect(seen).toContain('Another sync brings the leads of "own".'),
			'the sync says it with its next progress',
		);
		await stop(newest('other'));
	});
});
