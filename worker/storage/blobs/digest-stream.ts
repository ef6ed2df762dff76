import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Passes a file on unchanged, and measures it on the way. */
export class DigestStream extends Transform {
	/** Passed on so far. */
	bytes = 0;
	readonly #hash = createHash('sha256');

	/** @param check called after each part with the bytes so far; what it throws ends the stream */
	constructor(private readonly check: (bytes: number) => void = () => undefined) {
		super();
	}

	override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
		this.bytes += part.length;
		this.#hash.update(part);
		try {
			this.check(this.bytes);
		} catch (error) {
			done(error instanceof Error ? error : new Error(String(error)));
			return;
		}
		done(null, part);
	}

	/** @returns the digest in hex, once all has passed */
	sha256(): string {
		return this.#hash.digest('hex');
	}
}
