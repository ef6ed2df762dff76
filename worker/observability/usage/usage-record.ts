import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type BlobStore, USAGE } from '../../storage/blobs';
import type { UsageCounts } from './call-counts';

const count = z.int().min(0);

/** A worker of an earlier version did not count dispatches. */
const minuteSchema = z.object({
	minute: count,
	calls: count,
	limited: count,
	dispatched: count.default(0),
	waitedMs: z.number().min(0).default(0),
});

/** What one worker process has counted, as it is stored. */
const recordSchema = z.object({
	version: z.literal(1),
	counts: z.record(z.string(), z.array(minuteSchema)),
});

/** A key that no other process has. A process that starts again begins another record, and the old one stays. */
export function newUsageKey(): string {
	return `${USAGE}${randomUUID()}`;
}

/** Replaces what this process has stored. */
export async function writeUsage(store: BlobStore, key: string, counts: UsageCounts): Promise<void> {
	await store.write(key, Buffer.from(JSON.stringify({ version: 1, counts })));
}

/** @returns null if it was removed meanwhile @throws if it cannot be read, for example without its encryption key */
export async function readUsage(store: BlobStore, key: string): Promise<UsageCounts | null> {
	const open = await store.open(key);
	if (open === null) return null;
	return recordSchema.parse(JSON.parse((await buffer(open.content)).toString())).counts;
}
