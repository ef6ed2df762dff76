import { eventually } from '../../support/time/eventually';
import type { LeadExportInput, LeadExportResult } from '../../../workflows/export/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedExport } from './scripted-export';
import { useWorkers } from './use-workers';

const leads = new ScriptedExport();
const workers = useWorkers({
	continueAsNewAt: 40,
	internal: { ...leads.internal },
	connections: { c: { ...leads.api } },
});
beforeEach(() => {
	leads.asked.length = 0;
	leads.conversations.length = 0;
	leads.assembled.length = 0;
	leads.discarded = 0;
	leads.discardedRuns.clear();
});

function start(name: string, more: Partial<LeadExportInput>) {
	const input: LeadExportInput = {
		version: 1,
		connection: 'c',
		format: 'csv',
		spreadsheet: 'comma',
		conversation: 'none',
		conversationSize: 1_000,
		...more,
	};
	return workers.client.workflow.start<(...args: unknown[]) => Promise<LeadExportResult>>('leadExport', {
		workflowId: `lead-export/${name}`,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
}

describe('the paths of lead-export', () => {
	it('reads all agents, leaves out one that has gone, and clears up', async () => {
		const result = await (await start('all-agents', {})).result();
		expect(result.agents).toEqual([
			{ agentId: 'few', rows: 250, gone: false },
			{ agentId: 'gone', rows: 0, gone: true },
			{ agentId: 'none', rows: 0, gone: false },
		]);
		expect(leads.asked.map(({ agentId, offset }) => `${agentId} ${offset}`).sort()).toEqual([
			'few 0',
			'few 192',
			'few 96',
			'gone 0',
			'none 0',
		]);
		// The fourth read found no agent any more, and stored nothing.
		expect(leads.assembled).toEqual([expect.objectContaining({ chunks: 5, attempts: { 3: 0 } })]);
		expect(leads.discarded).toBe(1);
		await recordHistory(workers.client, 'lead-export/all-agents', 'lead-export.v1.all-agents');
	});

	it('makes the file of what the attempts stored that were answered, also after a new history', async () => {
		const task = await start('attempts', { agentIds: ['flaky', 'many'] });
		await task.result();
		const { runId } = await workers.client.workflow.getHandle('lead-export/attempts').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		expect(leads.assembled).toEqual([expect.objectContaining({ chunks: 24, attempts: { 1: 2 } })]);
		// In both histories what is stored belongs to the one run of the task, and the file is held against it.
		const { firstExecutionRunId: run } = task;
		expect(new Set(leads.asked.map((asked) => asked.run))).toEqual(new Set([run]));
		expect(leads.discardedRuns).toEqual(new Set([run]));
		const [made] = leads.assembled;
		expect([made?.run, made?.parts.length]).toEqual([run, 24]);
		expect(made?.parts.slice(0, 4)).toEqual([
			[100, 250, 151],
			[100, 154, 55],
			[58, 58, 1],
			[100, 2_000, 1_901],
		]);
	});

	it('has a file name of its own, also beside a task of nearly the same name in the same second', async () => {
		const time = '2026-11-22T06:00:00Z';
		const both = await Promise.all([
			start(`weekly-sales-${time}`, { agentIds: ['few'], bucket: 'reports' }),
			start(`weekly-support-${time}`, { agentIds: ['few'], bucket: 'reports' }),
		]);
		const names = await Promise.all(both.map(async (task) => (await task.result()).file.name));
		expect(leads.assembled.map(({ name }) => name).sort()).toEqual([...names].sort());
		// The second in which a task began says nothing of which task it was.
		const ownParts = names.map((name) => name.replace(/^leads-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-/, ''));
		expect(new Set(ownParts).size).toBe(2);
	});

	it('reads the conversations of each chunk once, and makes the file of those chunks alone', async () => {
		const task = await start('conversations', { agentIds: ['few', 'none', 'many'], conversation: 'text' });
		const { audit } = await task.result();
		const sources = leads.asked.length;
		const empty = leads.asked.filter(({ agentId }) => agentId === 'none').length;
		expect(leads.conversations.filter(({ into }, index) => index === 0 || into > sources).length).toBeGreaterThan(20);
		expect(new Set(leads.conversations.map(({ chunk }) => chunk)).size).toBe(sources - empty);
		expect(leads.conversations.every(({ wanted, file }) => wanted.size === 1_000 && file.conversation === 'text')).toBe(
			true,
		);
		expect(audit.conversations).toEqual({ read: (sources - empty) * 80, missing: (sources - empty) * 10 });
		const [made] = leads.assembled;
		const counted = made?.parts.flatMap((part, chunk) =>
			part && made.attempts[chunk] !== 0 && part[0] > 0 ? [chunk] : [],
		);
		expect(counted).toEqual(
			[...new Set(leads.conversations.map(({ into }) => into))].sort((one, other) => one - other),
		);
		expect(made?.conversation).toBe('text');
		// In more than one history.
		const { runId } = await workers.client.workflow.getHandle('lead-export/conversations').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(workers.client, 'lead-export/conversations', 'lead-export.v1.conversations');
	});

	it('steps back when a page shares nothing with the one before', async () => {
		const result = await (await start('stepped-back', { agentIds: ['deleted'] })).result();
		expect(result.audit.stepsBack).toBe(1);
		expect(leads.asked.map(({ offset }) => offset)).toEqual(expect.arrayContaining([192, 142, 238, 334]));
		const chunks = leads.asked.map(({ chunk }) => chunk);
		expect(new Set(chunks).size).toBe(chunks.length);
		await recordHistory(workers.client, 'lead-export/stepped-back', 'lead-export.v1.stepped-back');
	});

	it('fails with the reason, and keeps nothing', async () => {
		const failing = await start('refused', { agentIds: ['few', 'forbidden'] });
		await expect(failing.result()).rejects.toMatchObject({ cause: { type: 'insufficient_scope' } });
		expect([leads.assembled.length, leads.discarded]).toEqual([0, 1]);
		await recordHistory(workers.client, 'lead-export/refused', 'lead-export.v1.refused');
	});

	it('keeps nothing when it is cancelled', async () => {
		const task = await start('cancelled', { agentIds: ['slow'] });
		await eventually(() => leads.asked.length >= 3, Boolean, 'the workflow reads page after page');
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
		expect([leads.assembled.length, leads.discarded]).toEqual([0, 1]);
		await recordHistory(workers.client, 'lead-export/cancelled', 'lead-export.v1.cancelled');
	});

	it('has made its file when it is cancelled too late, and says so', async () => {
		const task = await start('too-late', { agentIds: ['few'] });
		leads.duringAssembly = async () => {
			await task.cancel();
			await eventually(
				async () => {
					const { events } = await task.fetchHistory();
					const asked = events?.some(({ activityTaskCancelRequestedEventAttributes: request }) => request);
					return asked === true;
				},
				Boolean,
				'The request to cancel',
			);
		};
		try {
			expect(await task.result()).toMatchObject({ rows: 250, file: { bytes: 5 } });
			expect([leads.assembled.length, leads.discarded]).toEqual([1, 1]);
		} finally {
			leads.duringAssembly = () => Promise.resolve();
		}
	});

	it('continues as new when its history is long, and reads no page twice for it', async () => {
		const task = await start('continued', { agentIds: ['many'] });
		const result = await task.result();
		expect(result.audit).toMatchObject({ pages: 21, stepsBack: 0 });
		const offsets = leads.asked.map(({ offset }) => offset).sort((one, other) => one - other);
		expect(offsets).toEqual(Array.from({ length: 21 }, (_, page) => page * 96));
		expect(new Set(leads.asked.map(({ asOf }) => asOf)).size).toBe(1);
		const { runId } = await workers.client.workflow.getHandle('lead-export/continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(workers.client, 'lead-export/continued', 'lead-export.v1.continued', task.firstExecutionRunId);
		await recordHistory(workers.client, 'lead-export/continued', 'lead-export.v1.carried-on', runId);
	});
});
