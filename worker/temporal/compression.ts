import { deflateRawSync, inflateRawSync } from 'node:zlib';

const DEFLATE = 'deflate';
/** Shorter payloads gain less than the name of the compression costs. */
const SHORTEST_BYTES = 300;
/** Temporal takes payloads of 2 MiB. What is far larger than any of ours was not made by this program. */
const LONGEST_BYTES = 64 * 1024 * 1024;

/**
 * Lists of ids and times shrink to a third, so histories are smaller. The length of a payload then depends on its content
 * a little more. That tells nothing of a secret, because no payload holds one.
 */
export function compressed(bytes: Uint8Array): { bytes: Uint8Array; compression: string | null } {
	if (bytes.length < SHORTEST_BYTES) return { bytes, compression: null };
	const smaller = deflateRawSync(bytes);
	return smaller.length < bytes.length ? { bytes: smaller, compression: DEFLATE } : { bytes, compression: null };
}

/** @param compression null: none @throws Error if the bytes are not what `compressed` made */
export function inflated(bytes: Uint8Array, compression: string | null): Uint8Array {
	if (compression === null) return bytes;
	if (compression !== DEFLATE) throw new Error(`There is no compression "${compression}".`);
	return inflateRawSync(bytes, { maxOutputLength: LONGEST_BYTES });
}
