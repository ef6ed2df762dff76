import { buffer } from 'node:stream/consumers';
import { type ApiClient, ApiError, mediaTypeOf, type SourceCreateBody, type UploadFile } from '../../../api';
import type { AddAnswer } from '../../../workflows/add-sources/activities';
import type { SourceInput } from '../../../workflows/add-sources/contract';
import { settlesWithin } from '../../net/settles-within';
import { type Blobs, uploadKey } from '../../storage/blobs';
import { apiFailure, writeAnswerOf } from '../task/failure';

/** Refusals of this one source: others may be taken. */
const OF_THE_ITEM = new Set([400, 413, 415, 422]);

/**
 * One request to add a source, and what is certain about its effect. It is never cut short: a request that is cancelled
 * half-way would be one more whose effect nobody knows.
 * @throws a final failure when the service refused all that the task could send
 */
export async function addSource(
	api: ApiClient,
	blobs: Blobs,
	agentId: string,
	source: SourceInput,
): Promise<AddAnswer> {
	const sent = await bodyOf(blobs, source);
	if ('outcome' in sent) return sent;
	const params = { id: agentId };
	try {
		const { id } =
			sent.operation === 'uploadSourceFile'
				? await api.call('uploadSourceFile', { params, body: sent.body })
				: await api.call('addSource', { params, body: sent.body });
		return { outcome: 'accepted', sourceId: id };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return answerOf(error);
	}
}

export function answerOf(failed: ApiError): AddAnswer {
	const answer = writeAnswerOf(failed);
	if (answer.outcome !== 'refused') return answer;
	if (failed.type === 'training_limit_exceeded') return { outcome: 'limit', error: answer.error };
	// What the client itself refuses to send is wrong in this source alone.
	if (failed.status === null || OF_THE_ITEM.has(failed.status)) return answer;
	throw apiFailure(failed);
}

/** With the 30 s that the client may take, this stays below the 45 s of one call (`apiWriteOnce`). */
const READ_WITHIN_MS = 10_000;
/** Each try takes a turn of the connection. */
const AGAIN_AFTER_MS = 30_000;

/** What is sent of a source. */
export type SourceBody =
	{ operation: 'uploadSourceFile'; body: UploadFile } | { operation: 'addSource'; body: SourceCreateBody };

/** @returns an answer when the source's blob cannot be read, for good or for now: then nothing is to be sent */
export async function bodyOf(blobs: Blobs, source: SourceInput): Promise<SourceBody | AddAnswer> {
	if (source.type === 'url') return { operation: 'addSource', body: { type: 'url', url: source.url } };
	const { blob = '' } = source;
	try {
		if (source.type === 'file') return (await fileOf(blobs, source)) ?? blobGone(blob);
		const content = source.content ?? (await inTime(textIn(blobs, blob)));
		if (content === null) return blobGone(blob);
		return { operation: 'addSource', body: { type: 'text', title: source.title, content } };
	} catch (error) {
		return blobAway(blob, error);
	}
}

async function fileOf(
	blobs: Blobs,
	{ filename, blob }: Extract<SourceInput, { type: 'file' }>,
): Promise<SourceBody | null> {
	const opening = blobs.store.open(uploadKey(blob));
	const found = await inTime(opening, (late) => late?.content.destroy());
	if (found === null) return null;
	const body = { filename, contentType: mediaTypeOf(filename), length: found.bytes, content: found.content };
	return { operation: 'uploadSourceFile', body };
}

async function textIn(blobs: Blobs, reference: string): Promise<string | null> {
	const found = await blobs.store.open(uploadKey(reference));
	return found === null ? null : (await buffer(found.content)).toString('utf8');
}

/** @param onLate what becomes of something that came when nobody waited for it any more */
async function inTime<Read>(reading: Promise<Read>, onLate: (read: Read) => void = () => {}): Promise<Read> {
	if (await settlesWithin(READ_WITHIN_MS, reading)) return reading;
	reading.then(onLate, () => {});
	throw new Error(`No answer within ${READ_WITHIN_MS / 1000} s.`);
}

function blobGone(reference: string): AddAnswer {
	return {
		outcome: 'refused',
		error: {
			type: 'blob_gone',
			title: 'The file is not kept any more',
			status: 410,
			detail: `The gateway has no blob ${reference}. Send it again with PUT /v1/blobs, then start a task with it.`,
			issues: [],
		},
	};
}

function blobAway(reference: string, error: unknown): AddAnswer {
	const reason = error instanceof Error ? error.message : String(error);
	return {
		outcome: 'not-sent',
		error: {
			type: 'blob_away',
			title: 'The file cannot be read now',
			status: 503,
			detail: `The blob ${reference} is tried again until the worker can read it. ${reason}`,
			issues: [],
		},
		retryAfterMs: AGAIN_AFTER_MS,
	};
}
