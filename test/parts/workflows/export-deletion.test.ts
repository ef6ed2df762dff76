import { activityInfo } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { z } from 'zod';
import { notYet } from '../../../worker/temporal/not-yet';
import type { LeadExportResult } from '../../../workflows/export/contract';
import type { AssembledExport, AssembleExport, LeadsRead, ReadLeads } from '../../../workflows/export/activities';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { useTimeSkipping } from './use-time-skipping';

const PAGE = 100;
const STEP = 96;
const LEADS = 3_000;
/** What 160 deletions a second are between two reads of a connection of 480 calls a minute. */
const DELETED_BETWEEN_READS = 20;
/** Longer than the pause between two reports of progress. */
const READ_TAKES_MS = 15_000;

/** A list, newest first, of which some leads are deleted with each read, wherever they are. */
class EatenList {
	readonly reads: number[] = [];
	readonly seen = new Set<number>();
	readonly left = Array.from({ length: LEADS }, (_, index) => LEADS - index);
	private random = 7;

	read({ offset }: ReadLeads): LeadsRead {
		// The server's clock passes over the pause at once.
		if (activityInfo().attempt === 1) throw notYet('Its turn has not come.', READ_TAKES_MS);
		this.reads.push(offset);
		const total = this.left.length;
		const ids = this.left.slice(offset, offset + PAGE);
		for (const id of ids) this.seen.add(id);
		for (let count = 0; count < DELETED_BETWEEN_READS; count += 1) this.left.splice(this.below(this.left.length), 1);
		return {
			total,
			stored: ids.length,
			pages: 1,
			pagesAtOnce: 1,
			attempt: activityInfo().attempt,
			held: [ids.length, ids[0] ?? 0, ids.at(-1) ?? 0],
			first: ids,
			last: ids,
			nextOffset: offset + STEP,
			ended: ids.length === 0 || offset + ids.length >= total,
		};
	}

	assemble(request: AssembleExport): AssembledExport {
		return {
			contentType: 'text/csv',
			bytes: 1,
			sha256: '00',
			rows: this.seen.size,
			rowsOf: {},
			repeats: 0,
			cutCells: 0,
			bucket: null,
			expiresAt: request.name,
		};
	}

	private below(bound: number): number {
		this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((this.random / 2 ** 32) * bound);
	}
}

let list = new EatenList();
const time = useTimeSkipping(() => {
	list = new EatenList();
	return {
		internal: {
			assembleExport: (request: AssembleExport) => Promise.resolve(list.assemble(request)),
			discardChunks: () => Promise.resolve(),
			findSubscribers: () => Promise.resolve([]),
		},
		api: { readLeads: (request: ReadLeads) => Promise.resolve().then(() => list.read(request)) },
	};
});

const progressSchema = z.object({ message: z.string(), itemsDone: z.number(), itemsTotal: z.number() });

/** All progress that a task has reported, oldest first. */
async function progressOf(task: WorkflowHandle): Promise<Array<z.infer<typeof progressSchema>>> {
	const { events } = await task.fetchHistory();
	return (events ?? []).flatMap(({ workflowPropertiesModifiedEventAttributes: changed }) => {
		const payload = changed?.upsertedMemo?.fields?.['progress'];
		return payload ? [progressSchema.parse(defaultPayloadConverter.fromPayload(payload))] : [];
	});
}

test('an export whose list is eaten away while it is read ends, reads little twice, and its progress only grows', async () => {
	const input = { version: 1, connection: 'c', agentIds: ['a'], format: 'csv', spreadsheet: 'comma' };
	const task = await time.environment.client.workflow.start<(...args: unknown[]) => Promise<LeadExportResult>>(
		'leadExport',
		{
			workflowId: 'lead-export/eaten',
			taskQueue: INTERNAL_QUEUE,
			args: [{ input, frozen: { keyVersion: 'k1', settleMs: 50 } }],
		},
	);
	const { audit } = await task.result();
	expect(audit.stepsBack).toBeGreaterThan(0);
	expect(list.left.filter((id) => !list.seen.has(id))).toEqual([]);
	const reported = await progressOf(task);
	const done = reported.map(({ itemsDone }) => itemsDone);
	expect(done).toEqual([...done].sort((one, other) => one - other));
	const shares = reported.map(({ itemsDone, itemsTotal }) => itemsDone / itemsTotal);
	expect(shares).toEqual([...shares].sort((one, other) => one - other));
	expect(reported.some(({ message }) => message.includes('The list changes during the export'))).toBe(true);
	// Reads that are under way at once come in an order that depends on the machine.
	expect(list.reads.length).toBeLessThan((4 * LEADS) / STEP);
});
