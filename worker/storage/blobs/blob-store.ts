import type { Readable, Transform } from 'node:stream';

/** What a blob is, as far as a store knows. */
export interface StoredBlob {
	key: string;
	bytes: number;
	storedAt: Date;
}

/** A blob to be read once, from its beginning. */
export interface OpenBlob {
	bytes: number;
	content: Readable;
}

/** A file that is being written and that nobody sees. Keep or discard it; discarding one that was kept does nothing. */
export interface Draft {
	/** On this machine. Where blobs are encrypted it holds what is stored, once `write` has written it. */
	file: string;
	/** Writes the whole content. @param through what sees it on its way @throws what reading it throws, and at `signal` */
	write(content: Readable, through: Transform, options?: { signal?: AbortSignal }): Promise<void>;
	/** What was written, from its beginning. */
	read(): Readable;
	/** Makes it visible under its key, whole, in place of what was there. */
	keep(key: string): Promise<void>;
	discard(): Promise<void>;
}

/**
 * Where bytes go that are too many for a history, or are nobody's business there. Every worker and gateway sees the
 * same ones. A key is a path of letters, digits, `-`, `_` and `.`; what is stored is whole or not there.
 */
export interface BlobStore {
	draft(): Promise<Draft>;
	/** For what fits into memory. */
	write(key: string, content: Buffer): Promise<void>;
	/** Null when there is none, or none any more. */
	open(key: string): Promise<OpenBlob | null>;
	/** All whose key begins so, in no order. */
	list(prefix: string): AsyncIterable<StoredBlob>;
	/** One that is not there is success. */
	remove(key: string): Promise<void>;
	/** Removes drafts that killed processes left where this one writes its own. @returns how many */
	removeDrafts(before: Date): Promise<number>;
}
