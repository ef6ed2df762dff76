import type { ApplicationFailure } from '@temporalio/common';
import type { AssembledExport, AssembleExport } from '../../../workflows/export/activities';
import { finalFailure } from '../task/failure';
import {
	type Blobs,
	type BlobStore,
	chunksOf,
	DigestStream,
	type Draft,
	fileKey,
	isChunkOf,
} from '../../storage/blobs';
import { BucketRefusedError, type Buckets, type FileToPut } from '../../storage/buckets';
import { ChunkChangedError, ChunkMissingError } from '../../storage/lead-files/chunk';
import { CollectedLeads, countLeads, fieldColumns } from '../../storage/lead-files/collected-leads';
import { FieldNames } from '../../storage/lead-files/field-names';
import { CONTENT_TYPES, leadFileOf } from '../../storage/lead-files/lead-file';
import { onePerPerson } from '../../storage/lead-files/one-per-person';

const HOUR_MS = 3_600_000;

export interface AssembleWith {
	blobs: Blobs;
	buckets: Buckets;
	taskId: string;
	signal: AbortSignal;
}

/** Builds the file from the chunks and stores it completely or not at all. A retry builds the same file. */
export async function assembleExport(request: AssembleExport, given: AssembleWith): Promise<AssembledExport> {
	const draft = await given.blobs.store.draft();
	try {
		const written = await write(draft, request, given);
		return { ...written, ...(await keep(draft, written.bytes, request, given)) };
	} catch (error) {
		if (error instanceof ChunkMissingError) throw expiredMeanwhile(error);
		throw error instanceof ChunkChangedError ? changedMeanwhile(error) : error;
	} finally {
		await draft.discard();
	}
}

async function write(draft: Draft, request: AssembleExport, given: AssembleWith) {
	const { blobs, taskId, signal } = given;
	const checkCancelled = () => {
		signal.throwIfAborted();
	};
	const { chunks, attempts, run, parts } = request;
	const collected = { store: blobs.store, taskId, chunks, attempts, run, parts };
	const fields =
		request.format === 'ndjson' ? new FieldNames().columns() : await fieldColumns(collected, checkCancelled);
	const taken =
		request.onePerPerson === true ? await onePerPerson(new CollectedLeads(collected, checkCancelled)) : null;
	const counted = request.format === 'xlsx' ? (taken?.count ?? (await countLeads(collected, checkCancelled))) : 0;
	const leads = new CollectedLeads(collected, checkCancelled, taken);
	const { content, changes } = leadFileOf(request, leads, { fields, rows: counted });
	const measure = new DigestStream();
	await draft.write(content, measure, { signal });
	const { rows, repeats, rowsOf } = leads;
	const skipped = request.isFiltered === true ? { skipped: await leads.skipped() } : {};
	return {
		bytes: measure.bytes,
		rows,
		repeats,
		sha256: measure.sha256(),
		...changes(),
		...skipped,
		contentType: CONTENT_TYPES[request.format],
		rowsOf: Object.fromEntries(rowsOf),
	};
}

async function keep(draft: Draft, bytes: number, { bucket, name, format }: AssembleExport, given: AssembleWith) {
	return keepFile(draft, { bytes, name, contentType: CONTENT_TYPES[format] }, bucket, given);
}

/** Keeps a written file at the gateway, or puts it into a bucket. @throws a final failure if the bucket refuses it */
export async function keepFile(
	draft: Draft,
	file: Omit<FileToPut, 'content'>,
	bucket: string | undefined,
	{ blobs, buckets, taskId }: AssembleWith,
) {
	if (bucket !== undefined) {
		// A file in the user's own bucket is not encrypted, so that the bucket's users can read it.
		return { bucket: await putIntoBucket(buckets, bucket, { ...file, content: draft.read() }), expiresAt: null };
	}
	await draft.keep(fileKey(taskId, file.name));
	return { bucket: null, expiresAt: new Date(Date.now() + blobs.config.keepExportsHours * HOUR_MS).toISOString() };
}

function expiredMeanwhile({ message }: ChunkMissingError): ApplicationFailure {
	const detail = `${message} Blobs of exports expire after blobs.keepExportsHours, and all workers must share one blob store (blobs.directory or blobs.s3). Start the task again.`;
	return finalFailure({
		type: 'export_expired',
		title: 'Leads that the export had read are missing',
		status: 410,
		detail,
	});
}

function changedMeanwhile({ message }: ChunkChangedError): ApplicationFailure {
	const detail = `${message} The worker made no file. Check that no other program writes to the workers' blob store (blobs.directory or blobs.s3), then start the task again.`;
	return finalFailure({
		type: 'export_changed',
		title: 'The stored leads differ from those that the export had read',
		status: 409,
		detail,
	});
}

/** @throws a final failure if the bucket refuses the file */
export async function putIntoBucket(buckets: Buckets, name: string, file: FileToPut) {
	try {
		return { name, key: await buckets.put(name, file) };
	} catch (error) {
		throw error instanceof BucketRefusedError ? refused(error) : error;
	} finally {
		// A request that ended early has not read it to its end.
		file.content.destroy();
	}
}

function refused({ message }: BucketRefusedError): ApplicationFailure {
	const title = 'The bucket refused the file';
	const detail = `${message} Check the bucket's section in the worker's configuration, then start the task again.`;
	return finalFailure({ type: 'bucket_refused', title, status: 424, detail, issues: [{ path: 'bucket', message }] });
}

/** Removes the chunks of one run of a task. */
export async function discardChunks(store: BlobStore, taskId: string, run: string): Promise<void> {
	for await (const { key } of store.list(chunksOf(taskId))) if (isChunkOf(key, taskId, run)) await store.remove(key);
}
