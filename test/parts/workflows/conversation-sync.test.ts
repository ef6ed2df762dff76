import type { WorkflowHandle } from '@temporalio/client';
import { eventually } from '../../support/time/eventually';
import type { ConversationSyncInput, ConversationSyncResult } from '../../../workflows/conversation-sync/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedConversationTables } from './scripted-conversation-tables';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

let tables = new ScriptedConversationTables();
const workers = useWorkers({
	continueAsNewAt: 120,
	internal: { ...new ScriptedService().internal },
	connections: {
		c: {
			readAgentPage: (offset: number) => tables.api.readAgentPage(offset),
			noteConversations: (request: Parameters<typeof tables.api.noteConversations>[0]) =>
				tables.api.noteConversations(request),
			syncTranscripts: (request: Parameters<typeof tables.api.syncTranscripts>[0]) =>
				tables.api.syncTranscripts(request),
		},
	},
});
beforeEach(() => {
	tables = new ScriptedConversationTables();
});

function start(name: string, more: Partial<ConversationSyncInput> = {}) {
	const input: ConversationSyncInput = {
		version: 1,
		connection: 'c',
		destination: 'database',
		intervalSeconds: 3600,
		recentDays: 7,
		openHours: 24,
		fullHours: 24,
		...more,
	};
	return workers.client.workflow.start('conversationSync', {
		workflowId: `conversation-sync/${name}`,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
}

const act = (sync: WorkflowHandle, action: string, input: object = {}) =>
	sync.executeUpdate<{ message: string }, [object]>(action, { args: [input] });

const progressOf = async (sync: WorkflowHandle) =>
	((await sync.describe()).memo?.['progress'] as { message?: string } | undefined)?.message ?? '';
const untilSays = (sync: WorkflowHandle, words: string) =>
	eventually(
		() => progressOf(sync),
		(seen) => seen.includes(words),
		`Progress with: ${words}`,
	);

async function stop(sync: WorkflowHandle): Promise<ConversationSyncResult> {
	await sync.cancel();
	const error = (await sync.result().catch((thrown: unknown) => thrown)) as {
		cause: { type: string; details: unknown[] };
	};
	expect(error.cause.type).toBe('cancelled');
	return error.cause.details[1] as ConversationSyncResult;
}

describe('the paths of conversation-sync', () => {
	it('reads whole lists first, then what is new, and does what it is asked', async () => {
		tables.agentIds = ['one', 'two'];
		tables.begin('one', 6);
		tables.begin('two', 3);
		const sync = await start('rounds');
		await untilSays(sync, 'Up to date: 9 conversations with 18 messages. The last complete round made 12 calls');
		tables.begin('two', 2);
		expect(await act(sync, 'sync-now')).toEqual({ message: 'The sync looks for changes now.' });
		await untilSays(sync, 'Up to date: 11 conversations with 22 messages. The last complete round made 5 calls, 2 of');
		expect(tables.roundsOf('two')).toEqual([null, null]);
		await act(sync, 'pause');
		await untilSays(sync, 'paused');
		const rounds = tables.noted.length;
		expect(await act(sync, 'sync-now', { everything: true })).toEqual({
			message: 'The sync reads all conversations again. It is paused, so resume it first.',
		});
		await act(sync, 'resume');
		await untilSays(sync, 'The last complete round made 14 calls, 11 of them for transcripts');
		expect(tables.noted.slice(rounds).every(({ rules }) => rules.rereadAt > 0)).toBe(true);
		const result = await stop(sync);
		expect(result).toMatchObject({ conversations: 11, messages: 22, destination: 'database' });
		expect(result.agents.map(({ agentId, conversations }) => [agentId, conversations])).toEqual([
			['one', 6],
			['two', 5],
		]);
		await recordHistory(workers.client, 'conversation-sync/rounds', 'conversation-sync.v1.steered');
	});

	it('continues without agents that are gone or fail, and names them', async () => {
		tables.begin('flaky', 9);
		const sync = await start('failing', { agentIds: ['forbidden', 'gone', 'flaky', 'gone'] });
		await untilSays(sync, '9 conversations with 18 messages');
		const words = await progressOf(sync);
		expect(words).toContain('The service no longer shows these agents: gone. Their rows stay.');
		expect(words).toContain('These agents cannot be read now. forbidden: The service said no.');
		const result = await stop(sync);
		expect(result.agents).toMatchObject([
			{ agentId: 'forbidden', gone: false, problem: 'The service said no.' },
			{ agentId: 'gone', gone: true },
			{ agentId: 'flaky', gone: false, problem: null, conversations: 9 },
		]);
		expect(result.completeUntil).toBeNull();
		await recordHistory(workers.client, 'conversation-sync/failing', 'conversation-sync.v1.failing');
	});

	it('hands the notes of a failed transcript to the next dispatch of the agent, until one is read', async () => {
		tables.agentIds = ['broken', 'one'];
		tables.begin('broken', 9);
		tables.begin('one', 1);
		const sync = await start('broken');
		await untilSays(sync, 'These agents cannot be read now. broken: The service said no.');
		await act(sync, 'sync-now');
		await untilSays(sync, '10 conversations with 20 messages');
		const broken = tables.read.filter(({ of }) => of.agentId === 'broken');
		expect(broken.slice(0, 3).map(({ failing }) => failing)).toEqual([undefined, 'seen', 'seen']);
		await stop(sync);
	});

	it('asks no further agent if the destination takes nothing, and waits with no agent', async () => {
		tables.agentIds = ['one', 'two', 'three'];
		const sync = await start('held', { destination: 'held' });
		await untilSays(sync, 'one: The disk is full.');
		expect((await sync.describe()).memo?.['progress']).toMatchObject({
			agents: 3,
			problem: { title: 'The destination blocks the sync', detail: 'The disk is full.' },
			dueAt: expect.any(String) as string,
			nextAt: expect.any(String) as string,
		});
		expect(tables.noted).toHaveLength(1);
		await stop(sync);
		await recordHistory(workers.client, 'conversation-sync/held', 'conversation-sync.v1.held');
		tables.agentIds = [];
		const none = await start('none');
		await untilSays(none, 'The key can access no agent. The sync looks again within 5 minutes.');
		expect(await stop(none)).toMatchObject({ agents: [], conversations: 0 });
	});

	it('continues as new in a long list and in many transcripts, and reads none again', async () => {
		tables.agentIds = ['long'];
		tables.begin('long', 1_200);
		const sync = await start('long');
		await eventually(
			() => progressOf(sync),
			(seen) => seen.includes('Up to date: 1,200 conversations'),
			'All transcripts',
		);
		expect(tables.read.filter(({ endsFullRound }) => !endsFullRound)).toHaveLength(300);
		expect(tables.read.filter(({ endsFullRound }) => endsFullRound)).toHaveLength(1);
		const [first] = tables.noted;
		expect(tables.read.at(-1)?.roundAt).toBe(first?.roundAt);
		await stop(sync);
		await recordHistory(
			workers.client,
			'conversation-sync/long',
			'conversation-sync.v1.continued',
			sync.firstExecutionRunId,
		);
		await recordHistory(workers.client, 'conversation-sync/long', 'conversation-sync.v1.carried-on');
	});

	it('reads transcripts of an agent beside two that fail', async () => {
		tables.begin('one', 9);
		const sync = await start('two-fail', { agentIds: ['one', 'forbidden-1', 'forbidden-2'] });
		await untilSays(sync, '9 conversations with 18 messages');
		expect((await stop(sync)).agents.map(({ problem }) => problem !== null)).toEqual([false, true, true]);
	});

	it('does not call a round complete that continued as new after a list had failed', async () => {
		tables.begin('many', 400);
		const sync = await start('partly', { agentIds: ['forbidden', 'many'] });
		await untilSays(sync, '400 conversations with 800 messages');
		expect((await stop(sync)).completeUntil).toBeNull();
	});

	it('reads from each agent in turn, for as long as the lists took, although rounds are short', async () => {
		tables.agentIds = ['one', 'two', 'three'];
		for (const agentId of tables.agentIds) tables.begin(agentId, 60);
		tables.listTakesMs = 400;
		const sync = await start('turns', { intervalSeconds: 0.01 });
		await untilSays(sync, '180 conversations with 360 messages');
		await stop(sync);
		const read = tables.read.filter(({ endsFullRound }) => !endsFullRound).map(({ of }) => of.agentId);
		expect(read.slice(0, 6)).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
		expect(tables.roundsOf('one').length).toBeLessThan(15);
		await recordHistory(
			workers.client,
			'conversation-sync/turns',
			'conversation-sync.v1.turns',
			sync.firstExecutionRunId,
		);
	});

	it('says the time in which a change arrives that comes just after its list was read', async () => {
		tables.agentIds = ['one'];
		tables.begin('one', 4);
		tables.listTakesMs = 2_000;
		const sync = await start('lag');
		await untilSays(sync, 'What a list shows arrives within');
		const [, seconds = '', lag = ''] = /in ([\d.]+) s\. .* within ([\d,]+) s/.exec(await progressOf(sync)) ?? [];
		expect(Number(lag.replace(',', ''))).toBe(3_600 + 2 * Math.ceil(Number(seconds)));
		await stop(sync);
	});
});
