import { buffer } from 'node:stream/consumers';
import type { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import type { Chunks, PlanSet } from '../../../workflows/knowledge-sync/activities';
import type { CHANGES } from '../../../workflows/knowledge-sync/review-contract';
import { type BlobStore, chunkKey } from '../../storage/blobs';
import { finalFailure } from '../task/failure';

/** What a task stores for its own later steps. */
export type PartKind =
	| typeof CHANGES
	| 'sources'
	| 'rows'
	| 'refused'
	| 'titles'
	| 'items'
	| 'texts'
	| 'bodies'
	| 'plan'
	| 'ends';

/** Values of a part: the next part begins after so many. If they are large, a part has several pieces. */
export const PART = 100;
/** Parts of a round, and more. */
const ROUND = 10_000;

/** The number of a part of a round, or of a piece of a part. */
export function partOf(round: number, part: number): number {
	return round * ROUND + part;
}

/** A set has at most 20,000 texts, and a round of reading has a chunk of its own. */
const TEXTS = 100_000;

/** The number of the part that has the contents of texts, from one of them on. */
export function keyOfSpan(chunk: number, from: number): number {
	return chunk * TEXTS + from;
}

/** Where a part stands: its number, and the attempt that stored it. */
interface StoredAt {
	number: number;
	attempt: number;
}

/** The parts that have what was read of the lists, without reads that were dropped. */
export function chunksOf({ from, to, attempts }: Chunks): StoredAt[] {
	const all = Array.from({ length: to - from }, (_, nth) => from + nth);
	return all.map((number) => ({ number, attempt: attempts[number] ?? 1 })).filter(({ attempt }) => attempt !== 0);
}

/** The parts that have the contents of the texts that were read. */
export function spansOf(texts: PlanSet['texts']): StoredAt[] {
	if (texts === null) return [];
	return texts.spans.map(({ from, attempt }) => ({ number: keyOfSpan(texts.found.chunk, from), attempt }));
}

/** Values that one step of a task stores for others, in the blob store, encrypted as all of it. */
export class StoredParts {
	constructor(
		private readonly store: BlobStore,
		private readonly taskId: string,
		private readonly run: string,
	) {}

	async write(kind: PartKind, number: number, attempt: number, values: readonly unknown[]): Promise<void> {
		await this.store.write(this.#key(kind, number, attempt), Buffer.from(JSON.stringify(values)));
	}

	/** Writes values as parts of `PART` each, from a number on. */
	async writeAll(kind: PartKind, from: number, attempt: number, values: readonly unknown[]): Promise<void> {
		for (let part = 0; part * PART < values.length; part += 1)
			await this.write(kind, from + part, attempt, values.slice(part * PART, (part + 1) * PART));
	}

	/** @throws a final failure if the part is missing */
	async read<Value>(kind: PartKind, number: number, attempt: number, schema: z.ZodType<Value>): Promise<Value[]> {
		const found = await this.find(kind, number, attempt, schema);
		if (found === null) throw lost(kind);
		return found;
	}

	/** @returns null if the part is missing @throws a final failure if it cannot be read */
	async find<Value>(
		kind: PartKind,
		number: number,
		attempt: number,
		schema: z.ZodType<Value>,
	): Promise<Value[] | null> {
		const found = await this.store.open(this.#key(kind, number, attempt));
		if (found === null) return null;
		const parsed = z.array(schema).safeParse(JSON.parse((await buffer(found.content)).toString()));
		if (!parsed.success) throw lost(kind);
		return parsed.data;
	}

	/**
	 * @param count how many values there are
	 * @param pick what is kept of each in memory
	 */
	async readAll<Value, Picked>(
		kind: PartKind,
		from: number,
		attempt: number,
		count: number,
		schema: z.ZodType<Value>,
		pick: (value: Value) => Picked,
	): Promise<Picked[]> {
		const values: Picked[] = [];
		for (let part = 0; values.length < count; part += 1)
			values.push(...(await this.read(kind, from + part, attempt, schema)).map(pick));
		return values;
	}

	#key(kind: PartKind, number: number, attempt: number): string {
		return chunkKey(this.taskId, number, attempt, this.run, kind);
	}
}

export function lost(kind: PartKind): ApplicationFailure {
	return finalFailure({
		type: 'part_lost',
		title: 'A part of what the task had read is missing',
		status: 410,
		detail: `The blob store no longer has the part "${kind}". Such parts expire after blobs.keepExportsHours, and all workers must share one blob store (blobs.directory or blobs.s3). What was sent stays. Start the task again: it continues from there.`,
	});
}
