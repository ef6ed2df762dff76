import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

/** The greatest age of a message, or difference of clocks, by Standard Webhooks. Seconds. */
const TOLERANCE_SECONDS = 5 * 60;
/** Signatures to compare at most. A sender has two during a rotation. */
const MAX_SIGNATURES = 10;

type Headers = ReturnType<IWebhookFunctions['getHeaderData']>;

export interface SignedMessage {
	headers: Headers;
	/** The original bytes: JSON that was parsed and written again has another signature. */
	rawBody: Buffer;
}

export type Verification =
	/** `isNewest`: verified by the first signature, which is that of the current secret. */
	{ verified: true; id: string; isNewest: boolean } | { verified: false; reason: string };

/**
 * Verifies a message by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). It uses Node's own
 * HMAC and comparison, because the package may have no dependency at run time.
 * @param secret `whsec_` and base64
 * @param now milliseconds since 1970
 */
export function verifySignature({ headers, rawBody }: SignedMessage, secret: string, now: number): Verification {
	const id = headerOf(headers, 'webhook-id');
	const timestamp = headerOf(headers, 'webhook-timestamp');
	const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, MAX_SIGNATURES);
	if (id === '' || !/^\d{1,12}$/.test(timestamp)) return { verified: false, reason: 'The message is not signed.' };
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
	const place = signatures.findIndex((signature) => isSame(signature, expected));
	if (place < 0) return { verified: false, reason: 'The signature is not valid.' };
	if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) {
		return { verified: false, reason: 'The message was signed more than five minutes ago, or the clocks differ.' };
	}
	return { verified: true, id, isNewest: place === 0 };
}

/** @param signature `v1,` and base64 */
function isSame(signature: string, expected: Buffer): boolean {
	const [version, value = ''] = signature.split(',');
	const given = Buffer.from(value, 'base64');
	return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}

function headerOf(headers: Headers, name: string): string {
	const value = headers[name];
	return typeof value === 'string' ? value : '';
}
