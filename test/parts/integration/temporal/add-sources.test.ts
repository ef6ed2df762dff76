import { Readable } from 'node:stream';
import { z } from 'zod';
import { createClient } from '../../../../api';
import { openBlobs, receiveUpload, uploadKey } from '../../../../worker/storage/blobs';
import { blobsSchema } from '../../../../worker/storage/settings';
import { addSourcesResultSchema } from '../../../../workflows/add-sources/contract';
import type { StartedTask, TaskView } from '../../../../worker/tasks';
import { eventually } from '../../../support/time/eventually';
import { Platform } from '../../../support/temporal/start-platform';

/** The specification names no field of it. */
const usageSchema = z.object({ trainingData: z.object({ usedBytes: z.number() }) });

let platform: Platform;
let agentId: string;

beforeAll(async () => {
	platform = await Platform.start({ clockFactor: 1000, settleMs: 300 });
});
afterAll(() => platform.stop());
beforeEach(async () => {
	const website = platform.sandbox.siteUrl;
	({ id: agentId } = await platform.admin.createAgent({ name: 'Sources', website }));
});
afterEach(async () => {
	await platform.admin.clearFaults();
	await platform.admin.setSettings({ clockFactor: 1000, trainingDataBytes: 'plan' });
});

const text = (title: string, content = `All about ${title}.`) => ({ type: 'text', title, content });

function start(key: string, sources: object[], more: object = {}): Promise<StartedTask> {
	const input = { version: 1, connection: 'sandbox', agentId, sources, ifPresent: 'skip', ...more };
	return platform.tasks.start({ type: 'add-sources', idempotencyKey: key, input });
}

const blobs = () => openBlobs(blobsSchema.parse({ directory: platform.blobs })).store;

/** As PUT /v1/blobs does it. */
async function upload(content: string): Promise<string> {
	return (await receiveUpload(blobs(), Readable.from([content]), 2_000_000)).blob;
}

function rowsOf(task: TaskView) {
	if (task.result === null) throw new Error(`The task has no result: ${JSON.stringify(task.error)}`);
	return addSourcesResultSchema.parse(task.result).rows;
}

const statusesOf = (task: TaskView) => rowsOf(task).map(({ status }) => status);

/** Each request to add a source that arrived: its status, or the fault that took it. */
async function posts(): Promise<Array<number | string>> {
	const url = await platform.admin.requests({ method: 'POST', path: `/agents/${agentId}/sources` });
	return url.map(({ status, fault }) => status ?? fault ?? 'lost');
}

const api = () => createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });

/** Names of what the agent has now, oldest first. */
async function names(): Promise<string[]> {
	const { items } = await api().call('listSources', { params: { id: agentId }, query: { limit: 100 } });
	return items.map(({ name }) => name).reverse();
}

async function loseResponse(kind: 'lost-before' | 'lost-after', times = 1): Promise<void> {
	await platform.admin.addFault('POST', '/agents/{id}/sources', { kind }, times);
}

/** Starts a task that waits for a training run, which lasts until the clock runs faster. */
async function startDuringRun(key: string, sources: object[]): Promise<StartedTask> {
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const input = { version: 1, connection: 'sandbox', agentId, waitUntil: 'finished', ifActive: 'adopt' };
	const other = await platform.tasks.start({ type: 'retrain-and-wait', idempotencyKey: `before ${key}`, input });
	await platform.untilRunning(other.id);
	const task = await start(key, sources);
	await platform.untilStage(task.id, 'waiting');
	return task;
}

describe('add-sources', () => {
	it('adds pages, texts and files, leaves out what is the same, and follows each to its end', async () => {
		const blob = await upload('# Returns\n\nWithin 30 days.');
		const home = platform.sandbox.siteUrl;
		const ended = await platform.ended(
			(
				await start('all kinds', [
					{ type: 'url', url: `${home}/no-such-page` },
					text('Opening hours'),
					{ type: 'file', filename: 'returns.md', blob },
					{ type: 'text', title: 'Returns', blob },
					text('Opening hours'),
					{ type: 'url', url: `${home}/no-such-page#part` },
				])
			).id,
		);
		expect(ended).toMatchObject({ status: 'completed', stage: 'completed', agentId });
		expect(statusesOf(ended)).toEqual(['failed', 'indexed', 'indexed', 'indexed', 'duplicate', 'duplicate']);
		expect(rowsOf(ended)[0]?.error?.detail).not.toBe('');
		expect((await names()).slice(-4)).toEqual([`${home}/no-such-page`, 'Opening hours', 'returns.md', 'Returns']);
		expect(ended.progress).toMatchObject({ itemsDone: 6, itemsTotal: 6, itemsFailed: 1 });
	});

	it('skips sources that the agent has, unless the input says to add them', async () => {
		await platform.ended((await start('before', [text('Prices')])).id);
		const skipped = await platform.ended((await start('again', [text('Prices', 'New ones.'), text('More')])).id);
		expect(statusesOf(skipped)).toEqual(['present', 'indexed']);
		expect(rowsOf(skipped)[0]?.before).toHaveLength(1);
		const added = await platform.ended((await start('beside', [text('Prices')], { ifPresent: 'add' })).id);
		expect(statusesOf(added)).toEqual(['indexed']);
		expect((await names()).filter((name) => name === 'Prices')).toHaveLength(2);
	});

	it('sends once when the response is lost after the effect, and again when it was lost before', async () => {
		await loseResponse('lost-after');
		await loseResponse('lost-before');
		const ended = await platform.ended((await start('lost', [text('After'), text('Before'), text('Third')])).id);
		expect(statusesOf(ended)).toEqual(['indexed', 'indexed', 'indexed']);
		expect(rowsOf(ended).map(({ audit }) => audit)).toEqual([
			{ postAttempts: 1, ambiguous: true, duplicates: [], audited: true },
			{ postAttempts: 2, ambiguous: true, duplicates: [], audited: true },
			{ postAttempts: 1, ambiguous: false, duplicates: [], audited: true },
		]);
		expect(await posts()).toEqual(['lost-after', 'lost-before', 201, 201]);
		expect((await names()).slice(-3)).toEqual(['After', 'Before', 'Third']);
	});

	it('asks a person about the one whose response was lost twice, and continues with the rest', async () => {
		await loseResponse('lost-before', 2);
		const ended = await platform.ended((await start('lost twice', [text('One'), text('Two')])).id);
		expect(statusesOf(ended)).toEqual(['needs_person', 'indexed']);
		expect(rowsOf(ended)[0]).toMatchObject({
			sourceId: null,
			error: { type: 'needs_person', detail: expect.stringContaining('Requests sent: 2') as string },
		});
	});

	it('waits until a training run has ended', async () => {
		const task = await startDuringRun('waits', [text('After training')]);
		await platform.admin.setSettings({ clockFactor: 1000 });
		expect(statusesOf(await platform.ended(task.id))).toEqual(['indexed']);
		expect((await posts()).slice(0, 1)).toEqual([409]);
	});

	it("ends with the service's words when the key may not add sources, and says what was not started", async () => {
		const refused = { kind: 'status', status: 403 } as const;
		// Each time: a stop of the machine may lose the first response, and the task then sends the request again.
		await platform.admin.addFault('POST', '/agents/{id}/sources', refused, 100);
		const forbidden = await platform.ended((await start('forbidden', [text('A'), text('B')])).id);
		expect(forbidden).toMatchObject({ status: 'failed', error: { status: 403 } });
		expect(statusesOf(forbidden)).toEqual(['not_started', 'not_started']);
	});

	it("stops at the plan's limit, follows what was taken and gives the reason to all the rest", async () => {
		const { trainingData } = usageSchema.parse(await api().call('getUsage'));
		const content = 'x'.repeat(10_000);
		await platform.admin.setSettings({ trainingDataBytes: trainingData.usedBytes + 3 * content.length });
		const sources = Array.from({ length: 6 }, (_none, number) => text(`Part ${number}`, content));
		const ended = await platform.ended((await start('limit', sources)).id);
		const { rows, stoppedBy, counts } = addSourcesResultSchema.parse(ended.result);
		expect(ended.status).toBe('completed');
		expect(counts).toMatchObject({ indexed: 3, refused: 1, not_started: 2 });
		expect(stoppedBy).toMatchObject({ type: 'training_limit_exceeded' });
		expect(rows.slice(3).map(({ error }) => error)).toEqual([stoppedBy, stoppedBy, stoppedBy]);
		expect(await posts()).toEqual([201, 201, 201, 403]);
	});

	it('refuses a blob that expired before its turn in its row, and continues with the rest', async () => {
		const blob = await upload('Soon gone.');
		const task = await startDuringRun('expired', [
			text('First'),
			{ type: 'file', filename: 'gone.txt', blob },
			{ type: 'text', title: 'Gone', blob },
			text('Last'),
		]);
		await blobs().remove(uploadKey(blob));
		await platform.admin.setSettings({ clockFactor: 1000 });
		const rows = rowsOf(await platform.ended(task.id));
		expect(rows.map(({ status, error }) => [status, error?.type])).toEqual([
			['indexed', undefined],
			['refused', 'blob_gone'],
			['refused', 'blob_gone'],
			['indexed', undefined],
		]);
		expect(await names()).not.toContain('gone.txt');
	});

	it('ends the source whose turn it is when it is cancelled', async () => {
		await platform.admin.addFault('POST', '/agents/{id}/sources', { kind: 'delay', delayMs: 10_000 }, 1);
		const task = await start('cancelled', [text('In turn'), text('Never')]);
		await eventually(async () => (await posts()).length > 0, Boolean, 'the request');
		await platform.tasks.cancel(task.id);
		const ended = await platform.ended(task.id);
		expect(ended).toMatchObject({ status: 'cancelled', error: { type: 'cancelled' } });
		expect(statusesOf(ended)).toEqual(['processing', 'not_started']);
		expect((await names()).slice(-1)).toEqual(['In turn']);
		expect((await start('cancelled', [text('In turn'), text('Never')])).status).toBe('cancelled');
	});
});
