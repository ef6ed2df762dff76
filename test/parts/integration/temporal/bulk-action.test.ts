import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../../../support/time/eventually';
import { openBlobs, fileKey } from '../../../../worker/storage/blobs';
import { blobsSchema } from '../../../../worker/storage/settings';
import { StoredPreviews } from '../../../../worker/tasks/bulk';
import { TemporalTaskRetries } from '../../../../worker/tasks';
import { NameSearch } from '../../../../worker/tasks/search-names';
import { TemporalScheduleService } from '../../../../worker/tasks/schedules';
import {
	type BulkActionInput,
	bulkActionInputSchema,
	bulkActionResultSchema,
	type BulkSelection,
	bulkSelectionSchema,
} from '../../../../workflows/bulk-action/contract';
import { Platform } from '../../../support/temporal/start-platform';

let platform: Platform;
let previews: StoredPreviews;
let schedules: TemporalScheduleService;

beforeAll(async () => {
	platform = await Platform.start({ clockFactor: 2_000 });
	schedules = new TemporalScheduleService(platform.client, { keyVersion: 'k1', settleMs: 1_000 });
	const blobs = openBlobs(blobsSchema.parse({ directory: platform.blobs }));
	const connections = { matching: () => ['sandbox'], list: () => [] };
	const names = new NameSearch({ connections, schedules });
	previews = new StoredPreviews({ tasks: platform.tasks, schedules, connections, names }, blobs);
});
afterAll(() => platform.stop());
afterEach(async () => {
	await platform.admin.clearFaults();
	await platform.admin.setSettings({ clockFactor: 2_000 });
});

type Typed = Partial<BulkActionInput> & Pick<BulkActionInput, 'action'>;

const chosen = (typed: Partial<BulkSelection> & Pick<BulkSelection, 'action'>) => bulkSelectionSchema.parse(typed);

async function start(typed: Typed, allowed: readonly string[] | null = null, key: string = randomUUID()) {
	const input = bulkActionInputSchema.parse(typed);
	return (await platform.tasks.start({ type: 'bulk-action', idempotencyKey: key, input, allowed })).id;
}

async function act(typed: Typed, allowed: readonly string[] | null = null) {
	const task = await platform.ended(await start(typed, allowed));
	return { task, result: bulkActionResultSchema.parse(task.result) };
}

/** Retrains of agents of their own, all of which have failed. */
async function failedRetrains(count: number, name: string): Promise<{ ids: string[]; agents: string[] }> {
	const agents: string[] = [];
	const ids: string[] = [];
	for (let number = 1; number <= count; number += 1) {
		const website = `${platform.sandbox.siteUrl}/`;
		const { id: agentId } = await platform.admin.createAgent({ name: `${name} ${number}`, website });
		await platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind: 'status', status: 403 });
		agents.push(agentId);
		ids.push((await platform.retrain(`${name}-${number}`, { agentId })).id);
	}
	for (const id of ids) expect(await platform.ended(id)).toMatchObject({ status: 'failed' });
	return { ids, agents };
}

/** Accepted requests of runs. */
async function begun(agentId: string): Promise<number> {
	const asked = await platform.admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` });
	return asked.filter(({ status }) => status !== null && status < 300).length;
}

async function listed(ids: readonly string[]): Promise<void> {
	await eventually(
		async () => (await platform.tasks.list({ id: ids, statuses: ['failed'], limit: 100 })).items.length,
		(seen) => seen === ids.length,
		'The list of the tasks',
	);
}

describe('bulk-action', () => {
	it('retries what failed, each once, and says why the others were not', async () => {
		const { ids, agents } = await failedRetrains(4, 'retried');
		const since = (await platform.tasks.get(ids[0] ?? '')).startedAt;
		await listed(ids);
		const filter = { type: 'retrain-and-wait', startedFrom: since } as const;
		const preview = await previews.preview(chosen({ action: 'retry', ...filter }), null, 'tester');
		expect(preview).toMatchObject({
			count: 4,
			countIsExact: true,
			byType: { 'retrain-and-wait': 4 },
			byConnection: { sandbox: 4 },
			refused: [],
		});
		const { task, result } = await act({ action: 'retry', ...filter });
		expect(task).toMatchObject({ status: 'completed', ending: 'completed', connection: '', agentId: null });
		expect(result.counts).toEqual({ done: 4, refused: 0, gone: 0, not_started: 0 });
		expect(task.progress).toMatchObject({ itemsDone: 4, itemsTotal: 4, itemsFailed: 0 });
		for (const id of ids) expect(await platform.tasks.get(id)).toMatchObject({ status: 'completed' });
		for (const agentId of agents) expect(await begun(agentId)).toBe(1);
		const [failed = ''] = (await failedRetrains(1, 'beside')).ids;
		const mixed = await previews.preview(chosen({ action: 'retry', ids: [failed, ...ids] }), null, 'tester');
		expect(mixed.refused).toMatchObject([{ count: 4, byType: { 'retrain-and-wait': 4 } }]);
		expect(mixed.sample.map(({ row }) => row.id)).toEqual([...ids, failed]);
		const again = await act({ action: 'retry', ids: [...ids, 'retrain-and-wait~nobody'] });
		expect(again.task).toMatchObject({ status: 'completed', ending: 'none_done' });
		expect(again.result.counts).toEqual({ done: 0, refused: 4, gone: 1, not_started: 0 });
		expect(again.result.rows.map(({ reason }) => reason?.type)).toEqual([
			...ids.map(() => 'task_completed'),
			'task_not_found',
		]);
		for (const agentId of agents) expect(await begun(agentId)).toBe(1);
	});

	it('acts on the rows of a preview alone, and tells of those that changed since', async () => {
		const { ids, agents } = await failedRetrains(3, 'previewed');
		await listed(ids);
		const [first = '', , third = ''] = ids;
		const filter = { ids: ids.slice(0, 2) };
		const { digest, sample } = await previews.preview(chosen({ action: 'retry', ...filter }), null, 'tester');
		expect(sample.map(({ row, refusal }) => [row.id, refusal])).toEqual(filter.ids.map((id) => [id, null]));
		await act({ action: 'retry', ids: [first] });
		const selection = digest ?? '';
		const { result } = await act({ action: 'retry', ...filter, selection });
		expect(result.rows.map(({ id, status }) => [id, status])).toEqual([
			[first, 'refused'],
			[ids[1], 'done'],
		]);
		expect(await Promise.all(agents.map(begun))).toEqual([1, 1, 0]);
		expect(await platform.tasks.get(third)).toMatchObject({ status: 'failed' });
		const other = await platform.ended(await start({ action: 'cancel', ...filter, selection }));
		expect(other).toMatchObject({ status: 'failed', error: { type: 'selection_changed' } });
	});

	it('is not repeated by a kill, a second start or a reset', async () => {
		const { ids, agents } = await failedRetrains(2, 'reset');
		const key = randomUUID();
		const id = await start({ action: 'retry', ids }, null, key);
		await platform.stopWorkers();
		await platform.restartWorkers();
		expect(await start({ action: 'retry', ids }, null, key)).toBe(id);
		await platform.ended(id);
		const { events } = await platform.client.workflow.getHandle(id).fetchHistory();
		const first = events?.find(({ workflowTaskCompletedEventAttributes: done }) => done);
		const { namespace } = platform.client.options;
		await platform.client.workflowService.resetWorkflowExecution({
			namespace,
			workflowExecution: { workflowId: id },
			workflowTaskFinishEventId: first?.eventId,
			reason: 'a test',
			requestId: randomUUID(),
		});
		const { result } = await platform.ended(id);
		expect(bulkActionResultSchema.parse(result).counts).toMatchObject({ done: 2 });
		for (const agentId of agents) expect(await begun(agentId)).toBe(1);
	});

	it('ends after the row under way when it is cancelled, and a retry of it does the rest', async () => {
		const { ids, agents } = await failedRetrains(3, 'stopped');
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const id = await start({ action: 'retry', ids, atOnce: 1 });
		await eventually(
			() => begun(agents[0] ?? ''),
			(seen) => seen === 1,
			'The first retry',
		);
		await platform.tasks.cancel(id);
		const stopped = await platform.ended(id);
		expect(stopped).toMatchObject({ status: 'cancelled', error: { type: 'cancelled' } });
		const { counts, rows } = bulkActionResultSchema.parse(stopped.result);
		expect(counts).toEqual({ done: 1, refused: 0, gone: 0, not_started: 2 });
		expect(rows.map(({ status }) => status)).toEqual(['not_started', 'not_started', 'done']);
		expect(stopped.error?.detail).toContain('2 not started');
		await platform.admin.setSettings({ clockFactor: 2_000 });
		expect(await platform.tasks.get(ids[0] ?? '')).toMatchObject({
			status: expect.stringMatching(/running|completed/) as string,
		});
		for (const each of agents.slice(1)) expect(await begun(each)).toBe(0);

		const retries = new TemporalTaskRetries(platform.client, platform.tasks);
		const found = await retries.find(id, 'the rest');
		if ('repeated' in found) throw new Error('It was not retried before.');
		await retries.start(found.retryable, 'the rest');
		const whole = bulkActionResultSchema.parse((await platform.ended(id)).result);
		expect(whole.counts).toEqual({ done: 3, refused: 0, gone: 0, not_started: 0 });
		for (const each of agents) expect(await begun(each)).toBe(1);
	});

	it('cancels, and touches no connection that the caller may not see', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const { id } = await platform.retrain('cancelled by many');
		await platform.untilRunShown(id);
		const none = await act({ action: 'cancel', ids: [id] }, ['another']);
		expect(none.result.counts).toMatchObject({ done: 0, gone: 1 });
		expect(none.result.rows).toMatchObject([{ id, type: null, connection: '', agentId: null }]);
		expect(await platform.tasks.get(id)).toMatchObject({ status: 'running' });
		const { result } = await act({ action: 'cancel', ids: [id], connection: 'sandbox' }, ['sandbox']);
		expect(result.counts).toMatchObject({ done: 1 });
		expect(await platform.ended(id)).toMatchObject({ status: 'cancelled' });
	});

	it('pauses and resumes schedules', async () => {
		const input = { version: 1, connection: 'sandbox' };
		const timing = { cron: ['0 3 1 1 *'], timeZone: 'UTC', jitterSeconds: 0 };
		for (const id of ['one', 'two']) await schedules.save({ id, type: 'nightly-retrain', input, ...timing });
		await eventually(async () => (await schedules.list()).length === 2, Boolean, 'The schedules');
		const paused = await act({ action: 'pause', target: 'schedules', connection: 'sandbox' });
		expect(paused.result.counts).toMatchObject({ done: 2 });
		expect(await schedules.get('one')).toMatchObject({ paused: true, note: `Paused by ${paused.task.id}.` });
		// A list of Temporal shows it a moment later.
		await eventually(
			async () => (await schedules.list()).map((each) => each.paused),
			(seen) => expect(seen).toEqual([true, true]),
			"a list of Temporal's schedules is a moment behind",
		);
		const again = await act({ action: 'pause', target: 'schedules', ids: ['one', 'gone'] });
		expect(again.result.rows.map(({ status, reason }) => [status, reason?.type])).toEqual([
			['refused', 'already_paused'],
			['gone', expect.any(String)],
		]);
		await act({ action: 'resume', target: 'schedules', ids: ['one'] });
		expect(await schedules.get('one')).toMatchObject({ paused: false });
		expect(await schedules.get('two')).toMatchObject({ paused: true });
	});

	it('keeps a file of all rows if a result cannot show them', async () => {
		const ids = Array.from({ length: 502 }, (_, number) => `retrain-and-wait~none-${number}`);
		const { task, result } = await act({ action: 'retry', ids });
		expect(result).toMatchObject({ counts: { gone: 502 }, rowsNotShown: 2, file: { name: 'rows.csv' } });
		const { store } = openBlobs(blobsSchema.parse({ directory: platform.blobs }));
		const file = await store.open(fileKey(task.id, 'rows.csv'));
		if (file === null) throw new Error('There is no file.');
		const lines = (await buffer(file.content)).toString().trim().split('\r\n');
		expect(lines).toHaveLength(503);
		expect(lines[0]).toBe('id,type,connection,agentId,status,startedTaskId,reason,detail');
	});
});

test.each([
	[{ action: 'retry' }, 'all'],
	[{ action: 'pause', all: true }, 'target'],
	[{ action: 'retry', status: 'broken' }, 'status'],
	[{ action: 'retry', type: 'no-such-task' }, 'type'],
	[{ action: 'retry', status: 'running' }, 'status'],
	[{ action: 'retry', selector: 'client==' }, 'selector'],
	[{ action: 'pause', target: 'schedules', error: 'timed_out' }, 'error'],
	[{ action: 'cancel', ids: ['a'], type: 'lead-export' }, 'type'],
	[{ action: 'pause', target: 'schedules', ids: ['a'], search: 'b' }, 'search'],
	[{ action: 'pause', target: 'schedules', ids: ['a'], agentId: 'b' }, 'agentId'],
])('%j is refused at the field %s', (input, path) => {
	const { error } = bulkActionInputSchema.safeParse(input);
	expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});
