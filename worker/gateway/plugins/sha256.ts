import { createHash } from 'node:crypto';

/** For comparing secrets: digests have the same length, so `timingSafeEqual` can compare them. */
export function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
