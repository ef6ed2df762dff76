import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { ShownConversation } from '../../../api';
import { MISSING_REASONS } from '../../../workflows/conversation-export/contract';
import type { BlobStore } from '../blobs';
import { shallowRecord } from '../shallow-lead';

/** A part of what a task has read is not there any more, or holds something else. */
export class PartLostError extends Error {
	override name = 'PartLostError';

	constructor(key: string) {
		super(`The part ${key.slice(key.lastIndexOf('/') + 1)} of the conversations is missing or unreadable.`);
	}
}

/** The client checked it when it read it from the service. */
const conversationSchema = z.custom<ShownConversation>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** A conversation of a list. */
const listedSchema = z.object({
	agentId: z.string(),
	/** YYYY-MM-DD (UTC); null if it shows no time. */
	day: z.string().nullable(),
	conversation: conversationSchema,
	/** Why it comes without its transcript. Default: it has it, or none was read yet. */
	missing: z.enum(MISSING_REASONS).optional(),
});
export type Listed = z.output<typeof listedSchema>;

const headerSchema = z.object({
	/** How many conversations follow. */
	count: z.int().min(0),
	/** Of transcripts: the number of the conversation after the last one. */
	next: z.int().min(0),
	/** Each once; null stands for no day. */
	days: z.array(z.string().nullable()),
});
export type Header = z.output<typeof headerSchema>;

/** Conversations on their way into the store: a line of JSON each. */
export class NewLines {
	readonly #lines: Buffer[] = [];
	readonly #days = new Set<string | null>();
	bytes = 0;

	get count(): number {
		return this.#lines.length;
	}

	add({ agentId, day, conversation, missing }: Listed): void {
		const stored: Listed = { agentId, day, conversation: shallowRecord(conversation), missing };
		const line = Buffer.from(`${JSON.stringify(stored)}\n`);
		this.#lines.push(line);
		this.#days.add(day);
		this.bytes += line.length;
	}

	async store(store: BlobStore, key: string, next = 0): Promise<void> {
		const header: Header = { count: this.count, next, days: [...this.#days] };
		await store.write(key, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...this.#lines]));
	}
}

/** @throws PartLostError */
export async function readHeader(store: BlobStore, key: string): Promise<Header> {
	const open = await store.open(key);
	if (open === null) throw new PartLostError(key);
	const parts: Buffer[] = [];
	try {
		for await (const part of open.content as AsyncIterable<Buffer>) {
			parts.push(part);
			if (part.includes('\n')) break;
		}
	} finally {
		open.content.destroy();
	}
	return headerOf(key, Buffer.concat(parts)).header;
}

/**
 * The conversations of a stored part, one after the other. Between two of them the process does its other work.
 * @param onHeader called before the first
 * @throws PartLostError, also after the last one if there are too few
 */
export async function* readLines(
	store: BlobStore,
	key: string,
	onHeader: (header: Header) => void = () => undefined,
): AsyncGenerator<Listed> {
	const open = await store.open(key);
	if (open === null) throw new PartLostError(key);
	const content = await buffer(open.content);
	const { header, rest } = headerOf(key, content);
	onHeader(header);
	let left = rest;
	for (let count = 0; count < header.count; count += 1) {
		const end = left.indexOf('\n');
		if (end === -1) throw new PartLostError(key);
		yield parsed(key, listedSchema, left.subarray(0, end));
		left = left.subarray(end + 1);
		await nextTurn();
	}
}

function headerOf(key: string, content: Buffer): { header: Header; rest: Buffer } {
	const end = content.indexOf('\n');
	if (end === -1) throw new PartLostError(key);
	return { header: parsed(key, headerSchema, content.subarray(0, end)), rest: content.subarray(end + 1) };
}

function parsed<Value>(key: string, schema: z.ZodType<Value>, line: Buffer): Value {
	try {
		return schema.parse(JSON.parse(line.toString()));
	} catch {
		throw new PartLostError(key);
	}
}
