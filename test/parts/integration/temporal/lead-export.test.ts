import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { leadSchema } from '../../../../api';
import { DirectoryStore } from '../../../../worker/storage/blobs/directory-store';
import { chunksOf, fileKey } from '../../../../worker/storage/blobs';
import type { StartedTask } from '../../../../worker/tasks';
import { leadExportInputSchema, leadExportResultSchema } from '../../../../workflows/export/contract';
import { Platform } from '../../../support/temporal/start-platform';

const LEADS = 1_234;

let platform: Platform;

beforeAll(async () => {
	platform = await Platform.start();
	await platform.admin.generate('agent_support', { kind: 'leads', count: LEADS, days: 30 });
	await platform.admin.generate('agent_sales', { kind: 'leads', count: 55, days: 2 });
});
afterAll(() => platform.stop());
afterEach(() => platform.admin.clearFaults());

function start(idempotencyKey: string, input: object = {}): Promise<StartedTask> {
	const whole = leadExportInputSchema.parse({ connection: 'sandbox', agentIds: ['agent_support'], ...input });
	return platform.tasks.start({ type: 'lead-export', idempotencyKey, input: whole });
}

async function exported(idempotencyKey: string, input: object = {}) {
	const { id } = await start(idempotencyKey, input);
	const ended = await platform.ended(id);
	expect(ended).toMatchObject({ status: 'completed', error: null });
	const result = leadExportResultSchema.parse(ended.result);
	return { id, ended, result, content: await contentOf(id, result.file.name) };
}

async function contentOf(id: string, name: string): Promise<Buffer> {
	const blob = await new DirectoryStore(platform.blobs).open(fileKey(id, name));
	if (blob === null) throw new Error(`There is no file ${name}.`);
	return buffer(blob.content);
}

const rowsOf = (csv: Buffer) =>
	z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true, bom: true }));
const chunks = async (id: string) => readdir(path.join(platform.blobs, chunksOf(id))).catch(() => []);

describe('lead-export', () => {
	it('writes every lead of an agent once, and reports checksum and count', async () => {
		const { result, content, id } = await exported('csv');
		const rows = rowsOf(content);
		expect(new Set(rows.map((row) => row.id)).size).toBe(LEADS);
		expect(rows).toHaveLength(LEADS);
		expect(result).toMatchObject({
			rows: LEADS,
			agents: [{ agentId: 'agent_support', rows: LEADS, gone: false }],
			bucket: null,
		});
		expect(result.file).toMatchObject({
			bytes: content.length,
			sha256: createHash('sha256').update(content).digest('hex'),
			link: `/v1/tasks/${encodeURIComponent(id)}/files/${result.file.name}`,
		});
		expect(await chunks(id)).toEqual([]);
	});

	it('exports all agents, a lead a line', async () => {
		const { result, content } = await exported('ndjson', { agentIds: undefined, format: 'ndjson' });
		const leads = content
			.toString()
			.trimEnd()
			.split('\n')
			.map((line) => leadSchema.parse(JSON.parse(line)));
		expect(leads).toHaveLength(LEADS + 55);
		expect(result.agents.map(({ agentId, rows }) => [agentId, rows]).sort()).toEqual([
			['agent_sales', 55],
			['agent_support', LEADS],
		]);
	});

	it('exports the rest when an agent has gone meanwhile', async () => {
		await platform.admin.addFault('GET', '/agents/{id}/leads', { kind: 'status', status: 404 });
		const { result, content } = await exported('gone', { agentIds: undefined });
		const gone = result.agents.filter(({ gone }) => gone);
		expect(gone).toEqual([expect.objectContaining({ rows: 0 })]);
		const expected = gone[0]?.agentId === 'agent_sales' ? LEADS : 55;
		expect([result.rows, rowsOf(content).length]).toEqual([expected, expected]);
	});

	it('leaves out what the period and the email leave out', async () => {
		const all = rowsOf((await exported('csv for a period')).content);
		const day = (all[400]?.capturedAt ?? '').slice(0, 10);
		const { content } = await exported('period', { startDate: day, endDate: day, email: '1' });
		const expected = all.filter((row) => row.capturedAt?.startsWith(day) === true && row.email?.includes('1') === true);
		expect(expected.length).toBeGreaterThan(0);
		expect(rowsOf(content)).toEqual(expected);
	});

	it('gives an empty file with titles where there is no lead', async () => {
		const { content, result } = await exported('empty', { email: 'nobody@nowhere.invalid', spreadsheet: 'comma' });
		expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
		expect(content.toString().split('\r\n')).toHaveLength(2);
		expect(result.rows).toBe(0);
	});

	it('is retried through the queue after 429 and lost responses', async () => {
		const path = '/agents/{id}/leads';
		await platform.admin.addFault('GET', path, { kind: 'status', status: 429, retryAfter: 1 }, 2);
		await platform.admin.addFault('GET', path, { kind: 'lost-before' }, 2);
		expect((await exported('faults')).result.rows).toBe(LEADS);
	});

	it('keeps nothing when it is cancelled', async () => {
		await platform.admin.addFault('GET', '/agents/{id}/leads', { kind: 'delay', delayMs: 1_500 }, 1_000);
		const { id } = await start('cancelled');
		await eventually(
			async () => (await chunks(id)).length > 0,
			Boolean,
			'the export reads a page before it keeps a chunk',
		);
		await platform.tasks.cancel(id);
		const ended = await platform.ended(id);
		expect(ended).toMatchObject({ status: 'cancelled', stage: 'cancelled', error: { type: 'cancelled' } });
		expect(ended.error?.detail).toContain('are deleted');
		expect(await chunks(id)).toEqual([]);
	});

	it("fails with the service's words, and keeps nothing, when an agent that was named is not there", async () => {
		const ended = await platform.ended((await start('nobody', { agentIds: ['agent_sales', 'agent_nobody'] })).id);
		expect(ended).toMatchObject({ status: 'failed', error: { status: 404 } });
		expect(await chunks(ended.id)).toEqual([]);
	});
});
