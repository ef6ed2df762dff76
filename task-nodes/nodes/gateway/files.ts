import { isRecord, textOf, UnexpectedResponse } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { type ByteStream, callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** Ten megabytes over a slow line. Milliseconds. */
const TRANSFER_MS = 300_000;

/**
 * Sends a file to the gateway, as a stream. The same content is the same blob, so sending it again is safe.
 * @param openContent gives the bytes, anew for each attempt
 * @returns the reference by which a task's input names it
 */
export async function sendBlob(
	context: GatewayContext,
	openContent: () => Promise<ByteStream | Buffer>,
	itemIndex: number,
): Promise<string> {
	const call = { method: 'PUT', path: '/v1/blobs', openContent, timeoutMs: TRANSFER_MS, itemIndex } as const;
	return await callGateway(context, call, (body) => {
		const answer = typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
		const blob = isRecord(answer) ? textOf(answer['blob']) : '';
		if (blob === '') throw new UnexpectedResponse('expected a blob');
		return blob;
	});
}

/** Opens a file that a task has made. @throws NodeApiError: not made yet (409), not kept any more (410), none there (404) */
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
