import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { chunksOf, fileKey } from '../../../../worker/storage/blobs';
import { DirectoryStore } from '../../../../worker/storage/blobs/directory-store';
import { Buckets } from '../../../../worker/storage/buckets';
import { verdictOn } from '../../../../workflows/conversation-export/verdict';
import {
	conversationExportInputSchema,
	conversationExportResultSchema,
} from '../../../../workflows/conversation-export/contract';
import { Platform } from '../../../support/temporal/start-platform';
import { type S3Server, startS3 } from '../blobs/start-s3';

const CONVERSATIONS = 230;
const NOTE = 'Only for the team: this visitor never pays.';

let platform: Platform;
let s3: S3Server;
/** With a message of a visitor, and a private note. */
let noted: string;

beforeAll(async () => {
	s3 = await startS3();
	platform = await Platform.start({ buckets: { reports: s3.bucket } });
	await platform.admin.generate('agent_support', { kind: 'conversations', count: CONVERSATIONS, days: 10 });
	await platform.admin.generate('agent_sales', { kind: 'conversations', count: 12, days: 2 });
	noted = await platform.admin.beginConversation('agent_sales', { channel: 'whatsapp', state: 'resolved' });
	await platform.admin.addMessage(noted, 'visitor', 'a, "=1+1"\u2028\n next');
	await platform.admin.addMessage(noted, 'assistant', '=HYPERLINK("x")');
	await platform.admin.addNote(noted, NOTE);
});
afterAll(async () => {
	await platform.stop();
	await s3.stop();
});
afterEach(() => platform.admin.clearFaults());

async function ended(idempotencyKey: string, input: object = {}) {
	const whole = conversationExportInputSchema.parse({ connection: 'sandbox', agentIds: ['agent_support'], ...input });
	const { id } = await platform.tasks.start({ type: 'conversation-export', idempotencyKey, input: whole });
	return platform.ended(id);
}

async function exported(idempotencyKey: string, input: object = {}) {
	const task = await ended(idempotencyKey, input);
	expect(task).toMatchObject({ status: 'completed', error: null });
	const result = conversationExportResultSchema.parse(task.result);
	const content = result.file === null ? Buffer.alloc(0) : await contentOf(task.id, result.file.name);
	return { id: task.id, task, result, content };
}

async function contentOf(id: string, name: string): Promise<Buffer> {
	const blob = await new DirectoryStore(platform.blobs).open(fileKey(id, name));
	if (blob === null) throw new Error(`There is no file ${name}.`);
	return buffer(blob.content);
}

async function contentIn(buckets: Buckets, key: string): Promise<Buffer> {
	const object = await buckets.open('reports', key);
	if (object === null) throw new Error(`There is no object ${key}.`);
	for await (const content of object.contents()) return buffer(content);
	throw new Error(`The object ${key} has no content.`);
}

const lineSchema = z.looseObject({
	id: z.string(),
	createdAt: z.string(),
	messages: z.array(z.looseObject({ content: z.string() })),
});
const linesOf = (content: Buffer) =>
	content
		.toString()
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => lineSchema.parse(JSON.parse(line)));
const rowsOf = (csv: Buffer) => z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true }));
const chunks = async (id: string) => readdir(path.join(platform.blobs, chunksOf(id))).catch(() => []);
/** Requests for transcripts since the last look. */
async function transcriptsRead(): Promise<string[]> {
	const all = await platform.admin.requests({ method: 'GET' });
	return all.map((request) => request.path).filter((each) => /^\/conversations\//.test(each));
}

describe('conversation-export', () => {
	it('writes every conversation with its messages once, a call each, and no private note', async () => {
		const before = (await transcriptsRead()).length;
		const { result, content, id } = await exported('all', { agentIds: undefined });
		const lines = linesOf(content);
		expect(lines).toHaveLength(CONVERSATIONS + 13);
		expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
		expect(lines.every(({ messages }) => messages.length === 2)).toBe(true);
		expect((await transcriptsRead()).length - before).toBe(lines.length);
		expect(content.toString()).not.toContain('never pays');
		expect(result).toMatchObject({
			conversations: lines.length,
			messages: 2 * lines.length,
			missing: { deleted: 0, refused: 0, failed: 0, conversations: [] },
			audit: { transcripts: lines.length, undated: 0 },
			file: { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
		});
		expect(result.agents.filter(({ conversations }) => conversations > 0)).toHaveLength(2);
		expect(await chunks(id)).toEqual([]);
	});

	it('writes the same rows as Parquet, without the private note', async () => {
		const only = { agentIds: ['agent_sales'], channel: 'whatsapp' };
		const { content, result } = await exported('parquet', { ...only, format: 'parquet' });
		expect(result.file).toMatchObject({ contentType: 'application/vnd.apache.parquet', bytes: content.length });
		const rows = await parquetReadObjects({ file: new Uint8Array(content).buffer });
		const ofCsv = rowsOf((await exported('parquet as csv', { ...only, format: 'csv', spreadsheet: 'none' })).content);
		const asText = (value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''));
		expect(
			rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)]))),
		).toEqual(ofCsv);
		expect(content.toString('latin1')).not.toContain('never pays');
	});

	it('writes a row a message in CSV, which every program reads', async () => {
		const { content } = await exported('csv', { agentIds: ['agent_sales'], format: 'csv', channel: 'whatsapp' });
		const rows = rowsOf(content).filter((row) => row['conversationId'] === noted);
		expect(rows).toMatchObject([
			{ channel: 'whatsapp', state: 'resolved', message: '1', from: 'visitor', agentId: 'agent_sales' },
			{ message: '2', from: 'assistant', text: `'=HYPERLINK("x")`, conversationFields: '' },
		]);
		expect(rows[0]?.['text']).toBe('a, "=1+1"\u2028\n next');
		expect(JSON.parse(rows[0]?.['conversationFields'] ?? '')).toMatchObject({ messageCount: 2 });
		expect(content.toString()).not.toContain('never pays');
	});

	it('leaves out what the period, the channel and the state leave out, and ends the list early', async () => {
		const all = linesOf((await exported('all again')).content);
		const days = [...new Set(all.map(({ createdAt }) => createdAt.slice(0, 10)))].toSorted();
		const day = days.at(-2) ?? '';
		const { content, result } = await exported('period', { startDate: day, endDate: day });
		const expected = all.filter(({ createdAt }) => createdAt.startsWith(day)).map(({ id }) => id);
		expect(expected.length).toBeGreaterThan(0);
		expect(linesOf(content).map(({ id }) => id)).toEqual(expected);
		expect(result.audit.pages).toBeLessThan(3);
		expect(result.audit.transcripts).toBe(expected.length);
		const open = linesOf((await exported('state', { state: 'open', channel: 'api' })).content);
		const wanted = all.filter((line) => line['state'] === 'open' && line['channel'] === 'api');
		expect(open.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
	});

	it('names a conversation that was deleted meanwhile, and one that the service refuses or fails for', async () => {
		const all = linesOf((await exported('before faults', { agentIds: ['agent_sales'] })).content);
		const [deleted, refused] = all.map(({ id }) => id);
		await platform.admin.addFault('GET', `/conversations/${deleted}`, { kind: 'status', status: 404 });
		await platform.admin.addFault('GET', `/conversations/${refused}`, { kind: 'status', status: 403 });
		const { content, result } = await exported('missing', { agentIds: ['agent_sales'] });
		expect(verdictOn(result)).toMatchObject({
			ending: 'transcripts_missing',
			message: expect.stringContaining('1 conversation was deleted') as string,
			failures: [{ path: refused }],
		});
		expect(result.missing).toMatchObject({ deleted: 1, refused: 1, failed: 0, agent_gone: 0 });
		expect(result.missing.conversations.map(({ conversationId, reason }) => [conversationId, reason])).toEqual(
			expect.arrayContaining([
				[deleted, 'deleted'],
				[refused, 'refused'],
			]),
		);
		const lines = content
			.toString()
			.trimEnd()
			.split('\n')
			.map((line) => z.looseObject({ id: z.string() }).parse(JSON.parse(line)));
		// What the list shows of the one that is still there.
		expect(lines.map(({ id }) => id)).toEqual(all.map(({ id }) => id).filter((id) => id !== deleted));
		expect(lines.find(({ id }) => id === refused)).not.toHaveProperty('messages');
		const reasons = lines.filter(({ transcriptMissing }) => transcriptMissing !== null);
		expect(reasons).toMatchObject([{ id: refused, transcriptMissing: 'refused' }]);
		for (const format of ['csv', 'parquet']) {
			await platform.admin.addFault('GET', `/conversations/${refused}`, { kind: 'status', status: 403 });
			const made = await ended(`missing ${format}`, { agentIds: ['agent_sales'], format, spreadsheet: 'none' });
			const { file } = conversationExportResultSchema.parse(made.result);
			const bytes = await contentOf(made.id, file?.name ?? '');
			const rows = format === 'csv' ? rowsOf(bytes) : await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
			const without = rows.filter((row) => (row['transcriptMissing'] ?? '') !== '');
			expect(without).toMatchObject([{ conversationId: refused, transcriptMissing: 'refused' }]);
		}
	});

	it('is retried through the queue after 429, 500 and lost responses, and exports all', async () => {
		const all = linesOf((await exported('before retries', { agentIds: ['agent_sales'] })).content);
		const [one, two, three] = all.map(({ id }) => id);
		await platform.admin.addFault('GET', `/conversations/${one}`, { kind: 'status', status: 429, retryAfter: 1 }, 2);
		await platform.admin.addFault('GET', `/conversations/${two}`, { kind: 'status', status: 500 }, 2);
		await platform.admin.addFault('GET', `/conversations/${three}`, { kind: 'lost-before' }, 2);
		const before = (await transcriptsRead()).length;
		const { content, result } = await exported('retries', { agentIds: ['agent_sales'] });
		expect(linesOf(content).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
		expect(result.missing.conversations).toEqual([]);
		const read = (await transcriptsRead()).slice(before);
		const others = all.map(({ id }) => id).filter((id) => ![one, two, three].includes(id));
		const often = others.map((id) => read.filter((each) => each === `/conversations/${id}`).length);
		expect(Math.min(...often)).toBe(1);
		// At this limit a dispatch reads four at once: those beside one that fails are read again with it.
		expect(often.filter((times) => times > 1).length).toBeLessThan(others.length / 2);
	});

	it('fails when the list is refused, and keeps nothing', async () => {
		await platform.admin.addFault('GET', '/agents/{id}/conversations', { kind: 'status', status: 403 });
		const task = await ended('refused', { agentIds: ['agent_sales'] });
		expect(task).toMatchObject({ status: 'failed', error: { status: 403 } });
		expect(await chunks(task.id)).toEqual([]);
	});

	it('puts a file per day into a bucket, each conversation into that of its day', async () => {
		const { result } = await exported('per day', { bucket: 'reports', partition: 'day' });
		const { partitions, bucket } = result;
		expect(result.file).toBeNull();
		expect(partitions?.length).toBeGreaterThan(5);
		const buckets = new Buckets({ reports: s3.bucket });
		const ids: string[] = [];
		for (const { day, key, bytes, sha256, conversations } of partitions ?? []) {
			expect(key).toBe(`${bucket?.key ?? ''}day=${day ?? ''}/conversations.ndjson`);
			const content = await contentIn(buckets, key);
			expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
			const lines = linesOf(content);
			expect(lines).toHaveLength(conversations);
			expect(new Set(lines.map(({ createdAt }) => createdAt.slice(0, 10)))).toEqual(new Set([day]));
			ids.push(...lines.map(({ id }) => id));
		}
		expect([ids.length, new Set(ids).size, result.conversations]).toEqual(Array(3).fill(CONVERSATIONS));
		expect(await contentIn(buckets, `${bucket?.key ?? ''}_SUCCESS`)).toHaveLength(0);
	});

	it('keeps nothing when it is cancelled', async () => {
		await platform.admin.addFault('GET', '/conversations/{id}', { kind: 'delay', delayMs: 5_000 }, 1_000);
		const whole = conversationExportInputSchema.parse({ connection: 'sandbox', agentIds: ['agent_support'] });
		const { id } = await platform.tasks.start({ type: 'conversation-export', idempotencyKey: 'cancel', input: whole });
		await eventually(
			async () => (await chunks(id)).length > 0,
			Boolean,
			'the export reads conversations before it keeps a chunk',
		);
		await platform.tasks.cancel(id);
		expect(await platform.ended(id)).toMatchObject({ status: 'cancelled', error: { type: 'cancelled' } });
		expect(await chunks(id)).toEqual([]);
	});
});
