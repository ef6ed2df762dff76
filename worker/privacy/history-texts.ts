import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

/**
 * All texts of something that came from Temporal, whatever its form: its plain ones, and what its payloads hold once they
 * are decrypted, most of them JSON.
 * @throws UnknownKeyError, DecryptionError
 */
export async function* textsOf(client: Client, value: unknown): AsyncGenerator<string> {
	if (typeof value === 'string') yield value;
	else if (isPayload(value)) yield* await textsOfPayload(client, value);
	else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
		for (const part of Object.values(value)) yield* textsOf(client, part);
}

async function textsOfPayload(client: Client, payload: Payload): Promise<string[]> {
	let payloads = [payload];
	for (const codec of client.options.loadedDataConverter.payloadCodecs) payloads = await codec.decode(payloads);
	return payloads.map(({ data }) => Buffer.from(data ?? []).toString());
}

function isPayload(value: unknown): value is Payload {
	return (
		typeof value === 'object' &&
		value !== null &&
		'metadata' in value &&
		'data' in value &&
		value.data instanceof Uint8Array
	);
}
