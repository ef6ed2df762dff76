import { Readable } from 'node:stream';
import type { AssembleConversations, AssembledConversations } from '../../../workflows/conversation-export/activities';
import type { ExportPartition } from '../../../workflows/conversation-export/contract';
import { DigestStream, type Draft } from '../../storage/blobs';
import { parquetOf } from '../../storage/conversation-files/parquet';
import { CONTENT_TYPES, encodingOf, type Rows, type TextFormat } from '../../storage/conversation-files/rows';
import { type Listed, PartLostError, readHeader, readLines } from '../../storage/conversation-files/stored-lines';
import { type AssembleWith, keepFile, putIntoBucket } from '../export/assemble';
import { withoutRetry } from './part-lost';
import { transcriptKey } from './read-transcripts';

/** Builds the file, or a file per day, from the chunks. A retry builds the same. @throws a final failure */
export async function assembleConversations(
	request: AssembleConversations,
	given: AssembleWith,
): Promise<AssembledConversations> {
	try {
		return await (request.partition === 'day' ? filesPerDay(request, given) : oneFile(request, given));
	} catch (error) {
		throw withoutRetry(error);
	}
}

/** What files have, over all of them. */
class Written {
	conversations = 0;
	messages = 0;
	readonly conversationsOf = new Map<string, number>();

	add(agentId: string, messages: number): void {
		this.conversations += 1;
		this.messages += messages;
		this.conversationsOf.set(agentId, (this.conversationsOf.get(agentId) ?? 0) + 1);
	}

	result(): Pick<AssembledConversations, 'conversations' | 'messages' | 'conversationsOf'> {
		const { conversations, messages } = this;
		return { conversations, messages, conversationsOf: Object.fromEntries(this.conversationsOf) };
	}
}

async function oneFile(request: AssembleConversations, given: AssembleWith): Promise<AssembledConversations> {
	const { bucket, format } = request;
	const written = new Written();
	const [name, contentType] = [`${request.name}.${format}`, CONTENT_TYPES[format]];
	return withDraft(given, async (draft) => {
		const { bytes, sha256 } = await write(draft, conversationsOf(request, given), request, written, given);
		const kept = await keepFile(draft, { bytes, name, contentType }, bucket, given);
		const file = { name, contentType, bytes, sha256, expiresAt: kept.expiresAt };
		return { ...written.result(), file, bucket: kept.bucket, partitions: null };
	});
}

/** The object that says that all files of the folder are there, as programs for such folders expect it. */
const COMPLETE = '_SUCCESS';

async function filesPerDay(request: AssembleConversations, given: AssembleWith): Promise<AssembledConversations> {
	const { bucket = '', format, name } = request;
	const contentType = CONTENT_TYPES[format];
	const all = new Written();
	const partitions: ExportPartition[] = [];
	for (const [day, keys] of await keysByDay(request, given)) {
		const ofDay = new Written();
		const place = `${name}/day=${day ?? 'unknown'}/conversations.${format}`;
		await withDraft(given, async (draft) => {
			const source = conversationsOn(day, keys, given);
			const { bytes, sha256 } = await write(draft, source, request, ofDay, given, all);
			const file = { bytes, name: place, contentType };
			const put = await putIntoBucket(given.buckets, bucket, { ...file, content: draft.read() });
			const { conversations, messages } = ofDay;
			partitions.push({ day, key: put.key, bytes, sha256, conversations, messages });
		});
	}
	const marker = { name: `${name}/${COMPLETE}`, bytes: 0, contentType: 'text/plain', content: Readable.from([]) };
	const { key } = await putIntoBucket(given.buckets, bucket, marker);
	const folder = { name: bucket, key: key.slice(0, -COMPLETE.length) };
	return { ...all.result(), file: null, bucket: folder, partitions };
}

async function withDraft<Result>({ blobs }: AssembleWith, use: (draft: Draft) => Promise<Result>): Promise<Result> {
	const draft = await blobs.store.draft();
	try {
		return await use(draft);
	} finally {
		await draft.discard();
	}
}

async function write(
	draft: Draft,
	conversations: AsyncIterable<Listed>,
	request: AssembleConversations,
	written: Written,
	{ signal }: AssembleWith,
	all?: Written,
): Promise<{ bytes: number; sha256: string }> {
	const { format, spreadsheet } = request;
	const onConversation = ({ agentId }: Listed, { messages }: Pick<Rows, 'messages'>) => {
		written.add(agentId, messages);
		all?.add(agentId, messages);
	};
	async function* text(form: TextFormat) {
		const { head, lines } = encodingOf(form, spreadsheet);
		if (head !== '') yield head;
		for await (const listed of conversations) {
			const encoded = lines(listed);
			onConversation(listed, encoded);
			yield encoded.text;
		}
	}
	const content = format === 'parquet' ? parquetOf(conversations, onConversation) : text(format);
	const measure = new DigestStream();
	await draft.write(Readable.from(content, { objectMode: false }), measure, { signal });
	return { bytes: measure.bytes, sha256: measure.sha256() };
}

/** The conversations of all chunks that count, in the order of the plan. At most one chunk is in memory. */
async function* conversationsOf(request: AssembleConversations, given: AssembleWith): AsyncGenerator<Listed> {
	const { store } = given.blobs;
	for (const [from, to] of request.spans) {
		for (let next = from; next < to;) {
			const key = keyOf(request, given, next);
			yield* readLines(store, key, (header) => {
				next = after(next, header.next, key);
			});
		}
	}
}

/** The days that conversations began on, and the chunks that have some of each. The newest comes first. */
async function keysByDay(
	request: AssembleConversations,
	given: AssembleWith,
): Promise<Array<[day: string | null, keys: string[]]>> {
	const byDay = new Map<string | null, string[]>();
	for (const [from, to] of request.spans) {
		for (let next = from; next < to;) {
			given.signal.throwIfAborted();
			const key = keyOf(request, given, next);
			const header = await readHeader(given.blobs.store, key);
			next = after(next, header.next, key);
			for (const day of header.days) byDay.set(day, [...(byDay.get(day) ?? []), key]);
		}
	}
	return [...byDay].sort(([one], [other]) => (other ?? '').localeCompare(one ?? ''));
}

async function* conversationsOn(
	day: string | null,
	keys: readonly string[],
	{ blobs }: AssembleWith,
): AsyncGenerator<Listed> {
	for (const key of keys) for await (const listed of readLines(blobs.store, key)) if (listed.day === day) yield listed;
}

function keyOf({ attempts, run }: AssembleConversations, { taskId }: AssembleWith, from: number): string {
	return transcriptKey(taskId, from, attempts[from] ?? 1, run);
}

/** @throws PartLostError if a chunk says that it ends where it begins */
function after(from: number, next: number, key: string): number {
	if (next <= from) throw new PartLostError(key);
	return next;
}
