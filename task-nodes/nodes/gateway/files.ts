import type { IDataObject } from 'n8n-workflow';
import { isRecord, textOf, UnexpectedResponse } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { type ByteStream, callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** A file at the gateway, until it expires. */
export interface StoredBlob extends IDataObject {
	/** The reference for the input of a task. */
	blob: string;
}

/** Time for ten megabytes over a slow line. Milliseconds. */
const TRANSFER_MS = 300_000;

/**
 * Sends a file to the gateway, as a stream. The same content is the same blob, so sending it again is safe.
 * @param openContent opens the bytes again for each attempt
 * @returns the blob, with its reference for a task's input
 */
export async function sendBlob(
	context: GatewayContext,
	openContent: () => Promise<ByteStream | Buffer>,
	itemIndex: number,
): Promise<StoredBlob> {
	const call = { method: 'PUT', path: '/v1/blobs', openContent, timeoutMs: TRANSFER_MS, itemIndex } as const;
	return await callGateway(context, call, (body) => {
		const answer = typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
		if (!isRecord(answer) || textOf(answer['blob']) === '') throw new UnexpectedResponse('expected a blob');
		return answer as StoredBlob;
	});
}

/** Opens a file that a task has made. @throws NodeApiError: not made yet (409), expired (410), missing (404) */
export async function openTaskFile(
	context: GatewayContext,
	taskId: string,
	name: string,
	itemIndex: number,
): Promise<ByteStream> {
	const path = `/v1/tasks/${idInPath(context, 'Task ID', taskId, itemIndex)}/files/${encodeURIComponent(name)}`;
	const call = { method: 'GET', path, asStream: true, timeoutMs: TRANSFER_MS, itemIndex } as const;
	return await callGateway(context, call, (body) => body as ByteStream);
}
