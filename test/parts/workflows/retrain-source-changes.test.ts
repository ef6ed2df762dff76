import { ApplicationFailure } from '@temporalio/common';
import { eventually } from '../../support/time/eventually';
import type { SourceListActivities, SourceListRead } from '../../../workflows/retrain/source-list-activities';
import type { RetrainInput } from '../../../workflows/retrain/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const service = new ScriptedService();
const listed: string[] = [];
const compared: object[] = [];
const discarded: string[] = [];

const page = (more: Partial<SourceListRead> = {}): SourceListRead => ({
	total: 2,
	nextOffset: 2,
	ended: true,
	pages: 1,
	pagesAtOnce: 1,
	first: [2, 1],
	last: [2, 1],
	at: '2026-01-01T00:00:00Z',
	attempt: 1,
	...more,
});
const PAGES = [
	page({ total: 100, nextOffset: 96, ended: false, first: [9], last: [9] }),
	page({ total: 100, first: [9], last: [1] }),
];
/** A service that returns ten sources a page: each page shares one with the page before. */
const shortPage = (offset: number) =>
	page({ total: 300, ended: false, nextOffset: offset + 9, first: [offset], last: [offset + 9] });
const refused = (status: number) =>
	ApplicationFailure.create({
		type: 'refused',
		message: 'refused',
		nonRetryable: true,
		details: [{ type: 'refused', title: 'Refused', status, detail: 'As the test says.', issues: [] }],
	});

const lists: SourceListActivities = {
	readSourceList: ({ agentId, offset, chunk }) => {
		listed.push(`${agentId} ${chunk}`);
		if (agentId === 'many-sources') return Promise.resolve(page({ total: 501 }));
		if (agentId === 'forbidden') return Promise.reject(refused(403));
		if (agentId === 'moving') return Promise.resolve(page({ ended: false, nextOffset: offset + 96, first: [chunk] }));
		if (agentId === 'short-pages') return Promise.resolve(shortPage(offset));
		if (agentId === 'long') return Promise.resolve(PAGES[offset === 0 ? 0 : 1] ?? page());
		return Promise.resolve(page());
	},
};

const workers = useWorkers({
	continueAsNewAt: 40,
	internal: {
		...service.internal,
		compareSourceLists: (compare: { before: object; after: object }) => {
			compared.push({ before: compare.before, after: compare.after });
			const counts = { new: 3, gone: 1, changed: 0, failed: 0 };
			return Promise.resolve({ counts, sources: [], listed: { before: 2, after: 4 } });
		},
		discardChunks: (run: string) => {
			discarded.push(run);
			return Promise.resolve();
		},
	},
	connections: { c: { ...service.api, ...lists } },
});

beforeEach(() => {
	listed.length = 0;
	compared.length = 0;
	discarded.length = 0;
});

function retrain(agentId: string, more: Partial<RetrainInput> = {}) {
	const input = {
		version: 1,
		connection: 'c',
		agentId,
		waitUntil: 'finished',
		ifActive: 'adopt',
		ifUncertain: 'repeat',
		sourceChanges: 'list',
		...more,
	};
	const args = [{ input, frozen }];
	return workers.client.workflow.start('retrainAndWait', {
		workflowId: `changes-${agentId}`,
		taskQueue: INTERNAL_QUEUE,
		args,
	});
}

test('lists the sources before and after the run, compares them and deletes the lists', async () => {
	const task = await retrain('plain');
	expect(await task.result()).toMatchObject({
		sourceChanges: {
			since: 'start',
			before: { sources: 2 },
			after: { sources: 4 },
			counts: { new: 3, gone: 1, changed: 0, failed: 0 },
			notNamed: 4,
			unknown: null,
		},
	});
	expect(listed).toEqual(['plain 0', 'plain 1']);
	expect(discarded).toEqual([task.firstExecutionRunId]);
	await recordHistory(workers.client, 'changes-plain', 'retrain-and-wait.v1.compared');
});

test('keeps the list before when it continues as new, and reads a long list page by page', async () => {
	const task = await retrain('long');
	expect(await task.result()).toMatchObject({ sourceChanges: { counts: { new: 3 } } });
	const { runId } = await workers.client.workflow.getHandle('changes-long').describe();
	expect(runId).not.toBe(task.firstExecutionRunId);
	expect(listed).toEqual(['long 0', 'long 1', 'long 2', 'long 3']);
	const pages = (...numbers: number[]) => numbers.map((number) => [number, 1]);
	expect(compared).toEqual([{ before: pages(0, 1), after: pages(2, 3) }]);
	expect(discarded).toEqual([task.firstExecutionRunId]);
});

test.each([
	['many-sources', 'too_long', /has 501 sources/, 1],
	['forbidden', 'not_allowed', /As the test says/, 1],
	['moving', 'changing', /changed faster/, 12],
	['short-pages', 'too_long', /300 sources in pages so short/, 12],
])('retrains %s and says why nothing can be said: %s', async (agentId, reason, detail, calls) => {
	const task = await retrain(agentId);
	expect(await task.result()).toMatchObject({
		outcome: 'finished',
		sourceChanges: { counts: null, unknown: { reason, detail: expect.stringMatching(detail) as string } },
	});
	expect(listed).toHaveLength(calls);
	expect(discarded).toHaveLength(1);
});

test('lists nothing if nobody wants it, and deletes the list of a task that is cancelled', async () => {
	expect(await (await retrain('unwanted', { sourceChanges: 'none' })).result()).not.toHaveProperty('sourceChanges');
	expect(listed).toEqual([]);
	const task = await retrain('endless');
	await eventually(() => service.watched.has('endless'), Boolean, 'the run is watched once it was requested');
	await task.cancel();
	await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
	expect(discarded).toEqual([task.firstExecutionRunId]);
});
