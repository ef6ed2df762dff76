import { buffer } from 'node:stream/consumers';
import { type ApiClient, ApiError, type SourceCreateBody, type UploadFile } from '../../../api';
import type { AddAnswer } from '../../../workflows/ports';
import type { SourceInput } from '../../../workflows/add-sources/contract';
import { type Blobs, uploadKey } from '../../blobs';
import { apiFailure } from '../api-failure';
import { writeAnswerOf } from '../write-answer';
import { mediaTypeOf } from './media-type';

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
	const params = { id: agentId };
	try {
		if (source.type === 'file') {
			const body = await fileOf(blobs, source);
			if (body === null) return blobGone(source.blob);
			const { id } = await api.call('uploadSourceFile', { params, body });
			return { outcome: 'accepted', sourceId: id };
		}
		const body = await bodyOf(blobs, source);
		if (body === null) return blobGone(source.type === 'text' ? source.blob : '');
		const { id } = await api.call('addSource', { params, body });
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

async function bodyOf(blobs: Blobs, source: Exclude<SourceInput, { type: 'file' }>): Promise<SourceCreateBody | null> {
	if (source.type === 'url') return { type: 'url', url: source.url };
	const { type, title, content, blob: reference = '' } = source;
	if (content !== undefined) return { type, title, content };
	const blob = await blobs.store.open(uploadKey(reference));
	return blob === null ? null : { type, title, content: (await buffer(blob.content)).toString('utf8') };
}

async function fileOf(
	blobs: Blobs,
	{ filename, blob }: Extract<SourceInput, { type: 'file' }>,
): Promise<UploadFile | null> {
	const found = await blobs.store.open(uploadKey(blob));
	if (found === null) return null;
	return { filename, contentType: mediaTypeOf(filename), length: found.bytes, content: found.content };
}

function blobGone(blob = ''): AddAnswer {
	return {
		outcome: 'refused',
		error: {
			type: 'blob_gone',
			title: 'The file is not kept any more',
			status: 410,
			detail: `The gateway has no blob ${blob}. Send it again with PUT /v1/blobs, then start a task with it.`,
			issues: [],
		},
	};
}
