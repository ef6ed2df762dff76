import { open } from 'node:fs/promises';

/** Bytes that say what a file is. */
const BEGIN = 1_000;

/** The beginning of a file as a text, without what stands before its first character. */
export function beginIn(bytes: Buffer): string {
	return bytes.subarray(0, BEGIN).toString('utf8').replace('\uFEFF', '').trimStart();
}

/** The beginning of a file. */
export async function beginOf(path: string): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGIN), 0, BEGIN, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/** Whether a file is packed, by its beginning. */
export function isGzip(begin: Buffer): boolean {
	return begin[0] === 0x1f && begin[1] === 0x8b;
}
