import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/** Bytes that a reader may read more than once. */
export interface Source {
	/** Its name in messages. */
	name: string;
	/** Begins to read it. Each call reads from the start. */
	open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** A file of this machine, or a blob that was written to one. @param name in messages */
export function fileSource(path: string, name: string): Source {
	return { name, open: () => createReadStream(path) };
}

/** Bytes in memory. */
export function bytesSource(bytes: Uint8Array, name: string): Source {
	return {
		name,
		async *open() {
			yield await Promise.resolve(bytes);
		},
	};
}

/** A stored blob. @param open begins a new stream of its content */
export function streamSource(open: () => Promise<Readable>, name: string): Source {
	return {
		name,
		async *open() {
			for await (const chunk of await open()) if (chunk instanceof Uint8Array) yield chunk;
		},
	};
}
