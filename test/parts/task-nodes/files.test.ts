import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Readable } from 'node:stream';
import { fileKey, uploadKey } from '../../../worker/storage/blobs';
import { callBack } from '../../support/task-nodes/callback';
import { run } from '../../support/task-nodes/engine';
import { type TestFlow, flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';

const gateway = useTaskGateway();
let inputs: unknown[];
beforeEach(() => {
	({ inputs } = gateway);
});

const runWith = (flow: Omit<TestFlow, 'items'> & Partial<TestFlow>) =>
	run(flowOf({ items: [{}], ...flow }), gateway.credential);
const shownTo = (error: Error | undefined) =>
	[error?.message, error !== undefined && 'description' in error ? String(error.description) : ''].join('\n');

describe('files for add-sources', () => {
	const parameters = {
		resource: 'source',
		operation: 'addMany',
		waitForEnd: false,
		connection: { __rl: true, mode: 'name', value: 'main' },
		agentId: { __rl: true, mode: 'id', value: 'agent_a' },
		sources: { source: [{ type: 'text', title: 'Hours', content: 'Always.' }] },
		binaryPropertyNames: 'data, other',
	};
	const files = { data: { name: 'returns.md', content: '# Returns' }, other: { name: 'prices.csv', content: 'a,b' } };

	it('are sent to the gateway as they are, and added after the other sources', async () => {
		expect((await runWith({ items: [{ files }], parameters })).error).toBeUndefined();
		const [{ sources }] = inputs as [{ sources: Array<{ filename?: string; blob: string }> }];
		expect(sources.map(({ filename }) => filename)).toEqual([undefined, 'returns.md', 'prices.csv']);
		const [, returns] = sources;
		const kept = await gateway.blobs.open(uploadKey(returns?.blob ?? ''));
		expect(await text(kept?.content ?? Readable.from([]))).toBe('# Returns');
	});

	it('are all of the item with *, and no other source is needed', async () => {
		const all = { ...parameters, waitForEnd: true, sources: {}, binaryPropertyNames: '*' };
		expect((await runWith({ items: [{ files }], parameters: all })).waiting).toBe(true);
		expect(inputs).toMatchObject([{ sources: [{ filename: 'returns.md' }, { filename: 'prices.csv' }] }]);
	});

	it('start the same task again with the same key', async () => {
		const again = { ...parameters, options: { idempotencyKey: 'once' } };
		await runWith({ items: [{ files }], parameters: again });
		await runWith({ items: [{ files }], parameters: again });
		expect(await gateway.tasks()).toHaveLength(1);
	});

	it.each([
		['is not there', { data: files.data }, 'other'],
		['has no name', { data: files.data, other: { content: 'x' } }, 'has no name'],
		[
			'is too large',
			{ data: files.data, other: { name: 'a.txt', content: 'x'.repeat(10 * 1024 * 1024 + 1) } },
			'bytes',
		],
	])('start nothing for any item when one %s', async (_what, wrong, words) => {
		const items = [{ files }, { files: wrong }];
		const { error } = await runWith({ items, parameters: { ...parameters, waitForEnd: true } });
		expect(shownTo(error)).toContain(words);
		expect(await gateway.tasks()).toEqual([]);
	});
});

describe('Download File', () => {
	const start = {
		resource: 'agent',
		operation: 'retrain',
		waitForEnd: false,
		connection: { __rl: true, mode: 'name', value: 'main' },
		agentId: { __rl: true, mode: 'id', value: 'agent_a' },
	};
	const fileAs = (name: string, contentType: string) => ({
		name,
		contentType,
		bytes: 1,
		sha256: '0'.repeat(64),
		link: '/v1/x',
		expiresAt: null,
	});
	const file = fileAs('leads.csv', 'text/csv; charset=utf-8');
	const download = (taskId: string, more: object = {}) =>
		runWith({ parameters: { resource: 'task', operation: 'downloadFile', taskId, ...more } });

	/** Of whatever type: the gateway goes by the result alone. */
	async function started(): Promise<string> {
		await runWith({ parameters: start });
		return (await gateway.tasks())[0]?.id ?? '';
	}

	async function ended(result: object): Promise<string> {
		const id = await started();
		for (const task of await gateway.tasks()) Object.assign(task, { status: 'completed', result });
		return id;
	}

	it('gives the file as binary data, and the task', async () => {
		const id = await ended({ file });
		await gateway.blobs.write(fileKey(id, file.name), Buffer.from('id,email\r\n1,a@example.com\r\n'));
		const { data, error } = await download(id);
		expect(error).toBeUndefined();
		const [item] = data.resultData.runData['Task']?.[0]?.data?.['main']?.[0] ?? [];
		expect(item?.json).toMatchObject({ id, status: 'completed' });
		expect(item?.binary?.['data']).toMatchObject({ fileName: 'leads.csv', mimeType: 'text/csv' });
		expect(Buffer.from(item?.binary?.['data']?.data ?? '', 'base64').toString()).toContain('a@example.com');
	});

	it.each([
		['the first of several', {}, 'refused-rows.csv'],
		['the one that is named', { fileName: 'plan.json' }, 'plan.json'],
	])('gives %s', async (_which, more, name) => {
		const refusedCsv = fileAs('refused-rows.csv', 'text/csv');
		const id = await ended({ version: 1, notes: [], refusedCsv, differences: fileAs('plan.json', 'application/json') });
		for (const each of ['refused-rows.csv', 'plan.json'])
			await gateway.blobs.write(fileKey(id, each), Buffer.from(each));
		const { data } = await download(id, more);
		const [item] = data.resultData.runData['Task']?.[0]?.data?.['main']?.[0] ?? [];
		expect(Buffer.from(item?.binary?.['data']?.data ?? '', 'base64').toString()).toBe(name);
	});

	it('says that a task still runs, and what to do', async () => {
		const { error } = await download(await started());
		expect(shownTo(error)).toContain('The task still runs (409)');
		expect(shownTo(error)).toContain('the operation Wait');
	});

	it('says that a file is not kept any more, and for how long it was', async () => {
		const { error } = await download(await ended({ file }));
		expect(shownTo(error)).toContain('The file has expired (410)');
		expect(shownTo(error)).toContain('keepExportsHours');
		expect(shownTo(error)).toContain('Run the export again');
	});

	it('says so too if the task names no link any more', async () => {
		const expired = { ...file, expiresAt: '2026-01-01T00:00:00.000Z' };
		const { error } = await download(await ended({ file: expired }));
		expect(shownTo(error)).toContain('The file has expired (410)');
	});

	it('says that a task made no file here', async () => {
		const { error } = await download(await ended({ file: { ...file, link: null } }));
		expect(shownTo(error)).toContain('(404)');
		expect(shownTo(error)).toContain('Bucket');
	});
});

describe('an export', () => {
	const parameters = {
		resource: 'lead',
		operation: 'export',
		connection: { __rl: true, mode: 'name', value: 'main' },
	};
	const result = {
		version: 1,
		asOf: '2026-11-21T10:00:00Z',
		rows: 1,
		agents: [{ agentId: 'agent_a', rows: 1, gone: false }],
		file: { name: 'leads.csv', contentType: 'text/csv', bytes: 28, sha256: '0'.repeat(64), expiresAt: null, link: '' },
		bucket: null,
		audit: { pages: 1, stepsBack: 0, repeats: 0, cutCells: 0 },
	};

	/** Waits for an export whose result names a file of so many bytes, and gives its item behind Done. */
	async function exported({ bytes = 28, kept = true, inBucket = false, options = {} } = {}) {
		const execution = await runWith({ parameters: { ...parameters, options } });
		expect(execution.waiting).toBe(true);
		const [task] = await gateway.tasks();
		const id = task?.id ?? '';
		const link = inBucket ? null : `/v1/tasks/${id}/files/leads.csv`;
		const bucket = inBucket ? { name: 'reports', key: 'leads.csv' } : null;
		const ended = { ...result, bucket, file: { ...result.file, bytes, link } };
		Object.assign(task ?? {}, { status: 'completed', stage: 'completed', result: ended });
		if (kept) await gateway.blobs.write(fileKey(id, 'leads.csv'), Buffer.from('id,email\r\n1,a@example.com\r\n'));
		gateway.endWaits('completed');
		const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
		return { id, item: resumed?.data.resultData.runData['Task']?.[0]?.data?.['main']?.[0]?.[0] };
	}

	it('delivers its file in the same node after the wait', async () => {
		const { id, item } = await exported();
		expect(item?.json).toMatchObject({ id, outcome: 'completed', rows: 1, fileName: 'leads.csv' });
		expect(item?.json['notDownloaded']).toBeUndefined();
		expect(item?.binary?.['data']).toMatchObject({ fileName: 'leads.csv', mimeType: 'text/csv' });
		expect(Buffer.from(item?.binary?.['data']?.data ?? '', 'base64').toString()).toContain('a@example.com');
	});

	it('gives the link and the reason for a file that is too large', async () => {
		const { id, item } = await exported({ bytes: 3 * 1024 * 1024, options: { largestFile: 2 } });
		expect(item?.binary).toBeUndefined();
		expect(item?.json['notDownloaded']).toMatch(/has 3 MB. Largest File \(MB\) under Options allows 2/);
		expect(item?.json['fileLink']).toBe(`${gateway.url}/v1/tasks/${id}/files/leads.csv`);
	});

	it('gives the reason for a file that has expired', async () => {
		const { item } = await exported({ kept: false });
		expect(item?.json['notDownloaded']).toMatch(/^The file has expired \(410\)/);
	});

	it('names the bucket that has the file', async () => {
		const { item } = await exported({ inBucket: true });
		expect(item?.json['notDownloaded']).toBe('The file is in the bucket "reports" as leads.csv.');
	});
});

describe('Upload', () => {
	const parameters = { resource: 'file', operation: 'upload', binaryPropertyName: 'data' };

	it('gives the reference by which sources name the file', async () => {
		const files = { data: { name: 'returns.md', content: '# Returns' } };
		const { data, error } = await runWith({ items: [{ files }], parameters });
		expect(error).toBeUndefined();
		const json = data.resultData.runData['Task']?.[0]?.data?.['main']?.[0]?.[0]?.json;
		expect(json).toMatchObject({ filename: 'returns.md', bytes: 9, blob: expect.stringMatching(/^sha256:/) as string });
		const kept = await gateway.blobs.open(uploadKey(z.string().parse(json?.['blob'])));
		expect(await text(kept?.content ?? Readable.from([]))).toBe('# Returns');
	});
});
