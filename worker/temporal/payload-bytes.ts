import type { Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

const { Payload: Message } = temporal.api.common.v1;

/** A whole payload, with its metadata, as bytes. */
export const encodedPayload = {
	toBytes: (payload: Payload): Uint8Array => Message.encode(payload).finish(),
	fromBytes: (bytes: Uint8Array): Payload => Message.decode(bytes),
};

/** What stands beside a payload in the clear. */
export function decodingMetadata({ metadata }: Payload): { encoding: string; keyId: string; owner: string | null } {
	const text = (name: string) => Buffer.from(metadata?.[name] ?? []).toString();
	return {
		encoding: text('encoding'),
		keyId: text('encryption-key-id'),
		owner: metadata?.['encryption-owner'] ? text('encryption-owner') : null,
	};
}
