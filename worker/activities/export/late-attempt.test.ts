import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Lead } from '../../../api';
import { STEP } from '../../../workflows/list-reading/place';
import type { AssembleExport, ReadLeads } from '../../../workflows/export/activities';
import { type Blobs, openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { blobsSchema } from '../../storage/settings';
import { assembleExport, discardChunks } from './assemble';
import { readLeads } from './read-leads';

const TASK = 'lead-export~late';
const RUN = '019aa7c0-0000-7000-8000-00000000000b';
const BEFORE = '019aa7c0-0000-7000-8000-00000000000a';
const LEADS = 150;
const request: ReadLeads = {
	agentId: 'a',
	file: { format: 'csv', spreadsheet: 'comma' },
	filter: {},
	asOf: '2026-11-22T00:00:00.000Z',
	offset: 0,
	chunk: 0,
	run: RUN,
};
const parts: AssembleExport['parts'] = [[LEADS, LEADS, 1]];

const leads = Array.from({ length: LEADS }, (_, index): Lead => ({
	id: LEADS - index,
	agentId: 'a',
	conversationId: 'c',
	name: 'Ada',
	email: 'ada@example.com',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: '2026-11-21T10:00:00.000Z',
}));

let folder: string;
let blobs: Blobs;
let server: Server;
let refuses: boolean;
/** Offsets, in their order. */
let asked: number[];

beforeEach(async () => {
	refuses = false;
	asked = [];
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-late-'));
	blobs = openBlobs(blobsSchema.parse({ directory: folder }));
	server = createServer(({ url = '' }, response) => {
		const offset = Number(new URL(url, 'http://service').searchParams.get('offset'));
		asked.push(offset);
		response.writeHead(refuses && offset > 0 ? 503 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ items: leads.slice(offset, offset + 100), total: LEADS, limit: 100, offset }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
	await new Promise((resolve) => server.close(resolve));
	await rm(folder, { recursive: true });
});

/** Reads the list's two pages, or its first where the service then refuses. */
function attempt(number: number, onRead: (given: AbortController) => void = () => undefined, what = request) {
	const { port } = server.address() as AddressInfo;
	const api = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k' });
	const given = new AbortController();
	const test = () => {
		onRead(given);
		return Promise.resolve(null);
	};
	return readLeads(what, {
		api,
		erased: { test },
		signal: given.signal,
		attempt: number,
		store: blobs.store,
		taskId: TASK,
		pagesAtOnce: 5,
	});
}

/** Makes the file of the one part that a run has read. */
const assembled = (more: Partial<AssembleExport>) =>
	assembleExport(
		{
			format: 'csv',
			spreadsheet: 'comma',
			chunks: 1,
			name: 'leads.csv',
			attempts: {},
			run: RUN,
			parts,
			...more,
		},
		{ blobs, buckets: new Buckets({}), taskId: TASK, signal: new AbortController().signal },
	);

const chunks = () => readdir(join(folder, 'chunks', 'lead-export', 'late')).catch(() => []);

it('an attempt that wakes up late takes nothing from the file', async () => {
	const counted = await attempt(2);
	refuses = true;
	expect(await attempt(1)).toMatchObject({ pages: 1, stored: 100 });
	expect(counted).toMatchObject({ pages: 2, stored: LEADS, attempt: 2 });
	expect(await assembled({ attempts: { 0: 2 } })).toMatchObject({ rows: LEADS, repeats: 0 });
	expect(await chunks()).toHaveLength(2);
	await discardChunks(blobs.store, TASK, RUN);
	expect(await chunks()).toEqual([]);
});

it('an attempt that was given up stores nothing', async () => {
	const giveUp = (given: AbortController) => {
		given.abort(new Error('given up'));
	};
	await expect(attempt(1, giveUp)).rejects.toThrow('given up');
	expect(await chunks()).toEqual([]);
});

it('reads ahead within the list, and not beyond its end', async () => {
	await attempt(1);
	// The last request looks whether the list moves at all.
	expect(asked).toEqual([0, STEP, 0]);
});

describe('a task that was started again', () => {
	it('keeps its part when a read of the run before stores late', async () => {
		await attempt(1);
		refuses = true;
		await attempt(1, undefined, { ...request, run: BEFORE });
		expect(await assembled({})).toMatchObject({ rows: LEADS, repeats: 0 });
		await discardChunks(blobs.store, TASK, BEFORE);
		expect(await assembled({})).toMatchObject({ rows: LEADS });
		await discardChunks(blobs.store, TASK, RUN);
		expect(await chunks()).toEqual([]);
	});

	it.each([
		['fewer leads', { leads: leads.slice(1) }],
		['other leads', { leads: [...leads.slice(1), { ...leads[0], id: 9_999 }] }],
	])('makes no file of a part that holds %s than were read', async (_name, { leads: others }) => {
		await attempt(1);
		const [name = ''] = await chunks();
		const file = join(folder, 'chunks', 'lead-export', 'late', name);
		const [header = ''] = (await readFile(file, 'utf8')).split('\n');
		const content = JSON.stringify(others);
		const group = JSON.stringify({ leads: Buffer.byteLength(content), rows: null });
		await writeFile(file, `${header}\n${group}\n${content}`);
		await expect(assembled({})).rejects.toMatchObject({
			type: 'export_changed',
			nonRetryable: true,
			message: expect.stringContaining('Part 0') as string,
		});
	});

	it('makes no file of a part that another read stored', async () => {
		await attempt(1);
		await expect(assembled({ parts: [[LEADS, 400, 251]] })).rejects.toMatchObject({ type: 'export_changed' });
	});
});
