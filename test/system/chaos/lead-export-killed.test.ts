import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { eventually } from '../../support/time/eventually';
import { leadSchema } from '../../../api';
import type { TaskWithLinks } from '../../../worker/gateway/schemas';
import { leadExportResultSchema } from '../../../workflows/export/contract';
import { withChaosStack } from './with-chaos-stack';
const LEADS = 700;
/** Leads that come while the pages are read. */
const LATE = 30;

const chaos = withChaosStack();

async function agentWithLeads(count: number): Promise<string> {
	const agent = await chaos().newAgent();
	await chaos().admin.generate(agent, { kind: 'leads', count, days: 20 });
	return agent;
}

async function startExport(agentId: string): Promise<string> {
	const input = { version: 1, connection: 'sandbox', agentIds: [agentId], format: 'ndjson' };
	return (await chaos().gateway.start('lead-export', agentId, input)).id;
}

/** Waits until so many pages of an agent were asked for. */
async function untilPagesRead(agentId: string, pages: number): Promise<void> {
	await eventually(
		() => chaos().admin.requests({ method: 'GET', path: `/agents/${agentId}/leads` }),
		(reads) => reads.length >= pages,
		`${pages} pages`,
	);
}

async function untilEnded(id: string): Promise<TaskWithLinks> {
	return eventually(
		() => chaos().gateway.read(id, 5),
		(task) => task.status !== 'running',
		'The end of an export',
	);
}

/** Ids of the leads in the file of a task that completed. */
async function exportedIds(task: TaskWithLinks): Promise<number[]> {
	const { file, rows } = leadExportResultSchema.parse(task.result);
	const content = await buffer(Readable.from(chaos().gateway.download(file.link ?? '')));
	const ids = content
		.toString()
		.trimEnd()
		.split('\n')
		.map((line) => leadSchema.parse(JSON.parse(line)).id);
	expect(ids).toHaveLength(rows);
	return ids;
}

/** What the workers keep, as files. */
async function blobs(): Promise<string[]> {
	const entries = await readdir(join(chaos().folder, 'blobs'), { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('kill -9 in the middle of an export', () => {
	it.each(['worker', 'temporal'] as const)(
		'of the %s while pages are read, leads come and others go: each that was there all the time is there once',
		async (victim) => {
			const agent = await agentWithLeads(LEADS);
			const [newest] = await chaos().leadsOf(agent, 0);
			const doomed = await chaos().leadsOf(agent, 400);
			await chaos().admin.addFault('GET', `/agents/${agent}/leads`, { kind: 'delay', delayMs: 1_500 }, 5);
			const id = await startExport(agent);
			await untilPagesRead(agent, 3);
			for (let count = 0; count < LATE; count += 1)
				await chaos().admin.captureLead(agent, { name: 'Late', email: `late${count}@example.com` });
			for (const lead of doomed.slice(0, 40)) await chaos().admin.deleteLead(agent, lead);
			await chaos().stack[victim].kill();
			await chaos().stack[victim].start();

			const ended = await untilEnded(id);
			expect(ended).toMatchObject({ status: 'completed' });
			const ids = await exportedIds(ended);
			expect(new Set(ids).size).toBe(ids.length);
			const gone = new Set(doomed.slice(0, 40));
			const expected = Array.from({ length: LEADS }, (_, index) => (newest ?? 0) - index).filter(
				(lead) => !gone.has(lead),
			);
			expect(expected.filter((lead) => !ids.includes(lead))).toEqual([]);
			// On a busy machine the first of them came before the first page. Later ones have no place in the export.
			const late = ids.filter((lead) => lead > (newest ?? 0)).toSorted((a, b) => a - b);
			expect(late).toEqual(late.map((_, index) => (newest ?? 0) + 1 + index));
			expect(late.length).toBeLessThan(LATE);
			expect((await blobs()).filter((file) => file.includes('/chunks/'))).toEqual([]);
		},
	);

	it('of the worker while the file is made: it is made again, whole', async () => {
		const agent = await agentWithLeads(5_000);
		const id = await startExport(agent);
		await eventually(
			async () => (await chaos().gateway.read(id)).stage,
			(seen) => seen !== 'reading',
			'The making of the file',
		);
		await chaos().stack.worker.kill();
		await chaos().stack.worker.start();
		const ids = await exportedIds(await untilEnded(id));
		expect([ids.length, new Set(ids).size]).toEqual([5_000, 5_000]);
	});
});
