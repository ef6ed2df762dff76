import type { Payload } from '@temporalio/common';

/** All payloads in a value from Temporal, in any form. */
export function* payloadsIn(value: unknown): Generator<Payload> {
	if (isPayload(value)) yield value;
	else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
		for (const part of Object.values(value)) yield* payloadsIn(part);
}

export function isPayload(value: unknown): value is Payload {
	return (
		typeof value === 'object' &&
		value !== null &&
		'metadata' in value &&
		'data' in value &&
		value.data instanceof Uint8Array
	);
}
