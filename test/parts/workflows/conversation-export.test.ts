import { eventually } from '../../support/time/eventually';
import type {
	ConversationExportInput,
	ConversationExportResult,
} from '../../../workflows/conversation-export/contract';
import { spansWithout } from '../../../workflows/conversation-export/assemble';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedConversations } from './scripted-conversations';
import { useWorkers } from './use-workers';

const conversations = new ScriptedConversations();
const workers = useWorkers({
	continueAsNewAt: 120,
	internal: { ...conversations.internal },
	connections: { c: { ...conversations.api } },
});
beforeEach(() => {
	conversations.reset();
});

function start(name: string, more: Partial<ConversationExportInput>) {
	const input: ConversationExportInput = {
		version: 1,
		connection: 'c',
		format: 'ndjson',
		spreadsheet: 'any',
		state: 'any',
		partition: 'none',
		...more,
	};
	return workers.client.workflow.start<(...args: unknown[]) => Promise<ConversationExportResult>>(
		'conversationExport',
		{
			workflowId: `conversation-export/${name}`,
			taskQueue: INTERNAL_QUEUE,
			args: [{ input, frozen }],
		},
	);
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const ascending = (all: readonly number[]) => all.toSorted((one, other) => one - other);

describe('the paths of conversation-export', () => {
	it('lists all agents, names one that has gone, reads each transcript once, and clears up', async () => {
		const result = await (await start('all-agents', { state: 'open', lastDays: 3 })).result();
		expect(result).toMatchObject({
			conversations: 8,
			messages: 16,
			agents: [
				{ agentId: 'few', conversations: 8, gone: false },
				{ agentId: 'gone', conversations: 0, gone: true },
				{ agentId: 'none', conversations: 0, gone: false },
			],
			audit: { pages: 2, transcripts: 8, repeats: 4 },
		});
		expect(conversations.listed.map(({ filter }) => filter.state)).toEqual(['open', 'open', 'open']);
		const day = new Date(Date.parse(result.asOf) - 2 * 86_400_000).toISOString().slice(0, 10);
		expect(conversations.planned).toEqual([expect.objectContaining({ chunks: 3, attempts: { 1: 0 } })]);
		expect(conversations.planned[0]?.days.startDate).toBe(day);
		expect(ascending(conversations.read)).toEqual(numbers(8));
		expect(conversations.assembled).toEqual([expect.objectContaining({ spans: [[0, 8]], attempts: {} })]);
		expect(conversations.discarded).toBe(1);
		await recordHistory(workers.client, 'conversation-export/all-agents', 'conversation-export.v1.all-agents');
	});

	it('reads the rest of a dispatch that ended early, and counts the attempt that was answered', async () => {
		const result = await (await start('early', { agentIds: ['early', 'flaky'] })).result();
		expect(ascending(conversations.read)).toEqual(numbers(15));
		expect(result).toMatchObject({ conversations: 15, audit: { transcripts: 15 } });
		await recordHistory(workers.client, 'conversation-export/early', 'conversation-export.v1.early');
	});

	it('makes the file of what the answered attempt stored', async () => {
		await (await start('flaky', { agentIds: ['flaky'] })).result();
		expect(conversations.assembled).toEqual([expect.objectContaining({ spans: [[0, 6]], attempts: { 2: 2 } })]);
	});

	it('makes no call for the conversations of an agent that went while they were read', async () => {
		const result = await (await start('going', { agentIds: ['going', 'few'] })).result();
		expect(result.agents).toMatchObject([
			{ agentId: 'going', gone: true },
			{ agentId: 'few', gone: false },
		]);
		const { agent_gone: gone } = result.missing;
		// Reads that were under way when it was noticed were answered in the same way.
		expect(gone).toBe(9);
		expect(conversations.read.filter((number) => number < 12).length).toBeLessThan(12);
		expect(ascending(conversations.read.filter((number) => number >= 12))).toEqual(numbers(8).map((at) => at + 12));
		expect(conversations.assembled[0]?.spans.at(-1)?.[1]).toBe(20);
		await recordHistory(workers.client, 'conversation-export/going', 'conversation-export.v1.going');
	});

	it('fails with the reason, and keeps nothing', async () => {
		const failing = await start('refused', { agentIds: ['forbidden'] });
		await expect(failing.result()).rejects.toMatchObject({ cause: { type: 'insufficient_scope' } });
		expect([conversations.assembled.length, conversations.discarded]).toEqual([0, 1]);
		await recordHistory(workers.client, 'conversation-export/refused', 'conversation-export.v1.refused');
	});

	it('keeps nothing when it is cancelled', async () => {
		const task = await start('cancelled', { agentIds: ['slow'] });
		await eventually(() => conversations.read.length >= 3, Boolean, 'the workflow reads one after the other');
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
		expect([conversations.assembled.length, conversations.discarded]).toEqual([0, 1]);
		await recordHistory(workers.client, 'conversation-export/cancelled', 'conversation-export.v1.cancelled');
	});

	it('continues as new when its history is long, and reads no transcript twice for it', async () => {
		const task = await start('continued', { agentIds: ['many'] });
		const result = await task.result();
		expect(result.audit).toMatchObject({ transcripts: 150 });
		expect(ascending(conversations.read)).toEqual(numbers(150));
		expect(conversations.planned).toHaveLength(1);
		const { runId } = await workers.client.workflow.getHandle('conversation-export/continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		const first = task.firstExecutionRunId;
		const name = 'conversation-export.v1';
		await recordHistory(workers.client, 'conversation-export/continued', `${name}.continued`, first);
		await recordHistory(workers.client, 'conversation-export/continued', `${name}.carried-on`, runId);
	});
});

it.each<[number, Array<[number, number]>, Array<[number, number]>]>([
	[10, [], [[0, 10]]],
	[
		10,
		[
			[6, 8],
			[2, 4],
		],
		[
			[0, 2],
			[4, 6],
			[8, 10],
		],
	],
	[10, [[0, 10]], []],
	[0, [], []],
])('of %d conversations without %j, %j were read', (end, skipped, read) => {
	expect(spansWithout(end, skipped)).toEqual(read);
});
