import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlobStore, CLAIMS } from './blob-store';

/** Writers at the same moment all step back, so each tries again after a pause of its own. */
const ATTEMPTS = 10;
/** In milliseconds. */
const LONGEST_PAUSE_MS = 300;
/** Longer than a living writer needs for its few requests, with all their retries. In milliseconds. */
const ABANDONED_MS = 15 * 60_000;

type Store = Pick<BlobStore, 'write' | 'open' | 'list' | 'remove'>;

/**
 * Writes a new blob into a store without conditional writes. Of several writers at most one succeeds: each first
 * leaves a claim, and writes only if it then sees no other claim and no blob. Of two writers, the later one sees the
 * claim of the first, or its blob. The store must list a new blob at once.
 * @returns whether it did; false also if other writers were there each time
 */
export async function writeClaimed(store: Store, key: string, content: Buffer): Promise<boolean> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
		const claim = `${CLAIMS}${key}/${randomUUID()}`;
		await store.write(claim, Buffer.alloc(0));
		const found = await lookAround(store, key, claim);
		// After an error, the blob may still appear. Then the claim stays and keeps others from writing meanwhile.
		if (found === 'nobody') await store.write(key, content);
		await store.remove(claim);
		if (found !== 'writers') return found === 'nobody';
		await sleep(randomInt(LONGEST_PAUSE_MS));
	}
	return false;
}

async function lookAround(store: Store, key: string, claim: string): Promise<'nobody' | 'writers' | 'blob'> {
	try {
		const isOnly = await isOnlyClaim(store, `${CLAIMS}${key}/`, claim);
		// Not before the other claims: a writer removes its claim after it has written the blob.
		if (await exists(store, key)) return 'blob';
		return isOnly ? 'nobody' : 'writers';
	} catch (error) {
		await store.remove(claim);
		throw error;
	}
}

async function isOnlyClaim(store: Store, prefix: string, claim: string): Promise<boolean> {
	const claims = new Map<string, number>();
	for await (const { key, storedAt } of store.list(prefix)) claims.set(key, storedAt.getTime());
	const ours = claims.get(claim);
	if (ours === undefined)
		throw new Error(
			'The blob store has no conditional writes, and does not list a new blob at once. So it cannot keep two edits apart.',
		);
	claims.delete(claim);
	// A killed writer leaves its claim. All times are the store's own.
	return [...claims.values()].every((time) => time < ours - ABANDONED_MS);
}

async function exists(store: Store, key: string): Promise<boolean> {
	const blob = await store.open(key);
	blob?.content.destroy();
	return blob !== null;
}
