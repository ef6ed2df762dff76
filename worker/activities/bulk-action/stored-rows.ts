import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import type { BulkLane, RowAt } from '../../../workflows/bulk-action/activities';
import { rowErrorSchema } from '../../../workflows/task/contract';
import { type BlobStore, chunkKey } from '../../storage/blobs';
import type { RowEnd } from '../../tasks/bulk';
import { type BulkRow, bulkRowSchema } from '../../tasks/bulk-previews/row';
import { finalFailure } from '../task/failure';

/** Rows of a part. */
const PART = 100;

const endSchema: z.ZodType<RowEnd> = z.object({
	status: z.enum(['done', 'refused', 'gone']),
	runs: z.string().nullable(),
	startedTaskId: z.string().nullable(),
	reason: rowErrorSchema.nullable(),
});

const frozenSchema = z.object({
	/** Which attempt stored the rows that count. */
	by: z.string().min(1),
	lanes: z.array(z.object({ connection: z.string(), rows: z.int() })),
});

/**
 * The rows of a bulk action and what became of them, in the blob store. A restart of the task under its id finds them, so
 * it acts on the same rows.
 */
export class StoredRows {
	constructor(
		private readonly store: BlobStore,
		private readonly taskId: string,
	) {}

	/** Null: none are stored yet. */
	async lanes(): Promise<BulkLane[] | null> {
		return (await this.#frozen())?.lanes ?? null;
	}

	/** Stores the rows by their connections, unless another attempt was first. @returns those that count */
	async freeze(rows: readonly BulkRow[]): Promise<BulkLane[]> {
		const by = randomUUID();
		const lanes = byConnection(rows);
		for (const [lane, [, own]] of lanes.entries())
			for (let part = 0; part * PART < own.length; part += 1)
				await this.store.write(this.#key(by, `rows-${lane}`, part), jsonOf(own.slice(part * PART, (part + 1) * PART)));
		const counts = lanes.map(([connection, own]) => ({ connection, rows: own.length }));
		await this.store.writeNew(this.#key('all', 'lanes', 0), jsonOf({ by, lanes: counts }));
		const frozen = await this.#frozen();
		if (frozen === null) throw lost();
		return frozen.lanes;
	}

	async row({ lane, row }: RowAt): Promise<BulkRow> {
		const found = (await this.part(lane, Math.floor(row / PART)))[row % PART];
		if (found === undefined) throw lost();
		return found;
	}

	/** All rows of a lane, in their order. */
	async ofLane(lane: number, count: number): Promise<BulkRow[]> {
		const parts = Array.from({ length: Math.ceil(count / PART) }, (_, part) => part);
		const rows: BulkRow[] = [];
		for (const part of parts) rows.push(...(await this.part(lane, part)));
		return rows;
	}

	private async part(lane: number, part: number): Promise<BulkRow[]> {
		const { by } = (await this.#frozen()) ?? { by: 'none' };
		const rows = await this.#read(this.#key(by, `rows-${lane}`, part), z.array(bulkRowSchema));
		if (rows === null) throw lost();
		return rows;
	}

	async noteEnd({ lane, row }: RowAt, end: RowEnd): Promise<void> {
		await this.store.write(this.#key('all', `end-${lane}`, row), jsonOf(end));
	}

	/** Null: it did not have its turn. */
	end({ lane, row }: RowAt): Promise<RowEnd | null> {
		return this.#read(this.#key('all', `end-${lane}`, row), endSchema);
	}

	#frozen() {
		return this.#read(this.#key('all', 'lanes', 0), frozenSchema);
	}

	async #read<Value>(key: string, schema: z.ZodType<Value>): Promise<Value | null> {
		const open = await this.store.open(key);
		return open === null ? null : schema.parse(JSON.parse((await buffer(open.content)).toString()));
	}

	/** Not of one run of the task, because a retry goes on with the same rows. */
	#key(by: string, kind: string, number: number): string {
		return chunkKey(this.taskId, number, 1, by, kind);
	}
}

function byConnection(rows: readonly BulkRow[]): Array<[connection: string, rows: BulkRow[]]> {
	const lanes = new Map<string, BulkRow[]>();
	for (const row of rows) {
		const own = lanes.get(row.connection) ?? [];
		own.push(row);
		lanes.set(row.connection, own);
	}
	return [...lanes];
}

function jsonOf(value: unknown): Buffer {
	return Buffer.from(JSON.stringify(value));
}

function lost(): ApplicationFailure {
	return finalFailure({
		type: 'rows_lost',
		title: 'The stored rows are missing',
		status: 410,
		detail:
			'The blob store no longer has the rows of this bulk action. Such parts expire after blobs.keepExportsHours, and all workers must share one blob store (blobs.directory or blobs.s3). What was done stays. Start a new bulk action.',
	});
}
