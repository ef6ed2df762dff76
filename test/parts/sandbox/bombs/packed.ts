import { constants, deflateRawSync } from 'node:zlib';

const BLOCK_BYTES = 1024 * 1024;

export interface Packed {
	/** As raw deflate. */
	bytes: Buffer;
	/** What it unpacks to, in bytes. */
	size: number;
}

export const packed = (text: string): Packed => ({ bytes: deflateRawSync(text), size: Buffer.byteLength(text) });

/** A text that repeats itself at least so many times, packed without ever being held. */
export function packedRepeat(head: string, unit: string, times: number, tail = ''): Packed {
	const inBlock = Math.ceil(BLOCK_BYTES / unit.length);
	const blocks = Math.ceil(times / inBlock);
	// A full flush ends a block such that it may be repeated.
	const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
	const block = flushed(unit.repeat(inBlock));
	return {
		bytes: Buffer.concat([flushed(head), ...Array<Buffer>(blocks).fill(block), deflateRawSync(tail)]),
		size: head.length + blocks * inBlock * unit.length + tail.length,
	};
}
