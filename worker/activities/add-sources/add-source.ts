import { buffer } from 'node:stream/consumers';
import {
	type ApiClient,
	ApiError,
	endsWithin,
	mediaTypeOf,
	type SourceCreateBody,
	type UploadFile,
} from '../../../api';
import type { AddResponse, NotAdded } from '../../../workflows/add-sources/activities';
import type { SourceInput } from '../../../workflows/add-sources/contract';
import { decodedText, NotText } from '../../problems/text-file';
import { type Blobs, uploadKey } from '../../storage/blobs';
import { apiFailure, writeAnswerOf } from '../task/failure';

/** Statuses that refuse this one source. The service may still accept the others. */
const OF_THE_ITEM = new Set([400, 413, 415, 422]);

/**
 * One request to add a source, and what is certain about its effect. The worker never cuts it short: a cancelled
 * request would be one more with an unknown outcome.
 * @throws a final failure if the service would refuse every source of the task
 */
export async function addSource(
	api: ApiClient,
	blobs: Blobs,
	agentId: string,
	source: SourceInput,
): Promise<AddResponse> {
	const sent = await bodyOf(blobs, source);
	if ('outcome' in sent) return sent;
	try {
		return { outcome: 'accepted', sourceId: await sendSource(api, agentId, sent) };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return answerOf(error);
	}
}

/** @returns the id of the new source */
export async function sendSource(api: ApiClient, agentId: string, sent: SourceBody): Promise<number> {
	const params = { id: agentId };
	if (sent.operation === 'addSource') return (await api.call('addSource', { params, body: sent.body })).id;
	try {
		return (await api.call('uploadSourceFile', { params, body: sent.body })).id;
	} finally {
		// A call that was not sent has not touched it.
		sent.body.content.destroy();
	}
}

export function answerOf(failed: ApiError): NotAdded {
	const answer = writeAnswerOf(failed);
	if (answer.outcome !== 'refused') return answer;
	if (failed.type === 'training_limit_exceeded') return { outcome: 'limit', error: answer.error };
	// If the client itself refuses to send it, only this source is wrong.
	if (failed.status === null || OF_THE_ITEM.has(failed.status)) return answer;
	throw apiFailure(failed);
}

/** Together with the client's 30 s this stays below the 45 s of one call (`apiWriteOnce`). */
const READ_WITHIN_MS = 10_000;
/** Each attempt uses one call of the connection's limit. */
const RETRY_AFTER_MS = 30_000;

/** The request that adds a source. */
export type SourceBody =
	| { operation: 'uploadSourceFile'; body: UploadFile }
	| { operation: 'addSource'; body: SourceCreateBody };

/** @returns an outcome if the blob of the source is gone or unavailable: then there is nothing to send */
export async function bodyOf(blobs: Blobs, source: SourceInput): Promise<SourceBody | NotAdded> {
	if (source.type === 'url') return { operation: 'addSource', body: { type: 'url', url: source.url } };
	const { blob = '' } = source;
	try {
		if (source.type === 'file') return (await fileOf(blobs, source)) ?? blobGone(blob);
		const content = source.content ?? (await inTime(textIn(blobs, blob)));
		if (content === null) return blobGone(blob);
		return { operation: 'addSource', body: { type: 'text', title: source.title, content } };
	} catch (error) {
		return error instanceof NotText ? blobNotText(error) : blobUnavailable(blob, error);
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

/** An uploaded text. @returns null if it is not stored any more @throws NotText */
export async function textIn({ store }: Pick<Blobs, 'store'>, reference: string): Promise<string | null> {
	const found = await store.open(uploadKey(reference));
	return found === null ? null : decodedText(await buffer(found.content));
}

/** @param onLate releases a result that came too late */
async function inTime<Read>(reading: Promise<Read>, onLate: (read: Read) => void = () => {}): Promise<Read> {
	if (await endsWithin(READ_WITHIN_MS, reading)) return reading;
	reading.then(onLate, () => {});
	throw new Error(`The blob store did not respond within ${READ_WITHIN_MS / 1000} s.`);
}

function blobGone(reference: string): NotAdded {
	return {
		outcome: 'refused',
		error: {
			type: 'blob_gone',
			title: 'The gateway no longer has the file',
			status: 410,
			detail: `The gateway has no blob ${reference}. Upload it again with PUT /v1/blobs, then start a task with it.`,
			issues: [],
		},
	};
}

function blobNotText({ message }: NotText): NotAdded {
	return {
		outcome: 'refused',
		error: {
			type: 'not_text',
			title: 'The file is not a text in UTF-8',
			status: 422,
			detail: `The file ${message} Nothing was added.`,
			issues: [],
		},
	};
}

function blobUnavailable(reference: string, error: unknown): NotAdded {
	const reason = error instanceof Error ? error.message : String(error);
	return {
		outcome: 'not-sent',
		error: {
			type: 'blob_away',
			title: 'The worker cannot read the file now',
			status: 503,
			detail: `The worker retries until it can read the blob ${reference}. ${reason}`,
			issues: [],
		},
		retryAfterMs: RETRY_AFTER_MS,
	};
}
