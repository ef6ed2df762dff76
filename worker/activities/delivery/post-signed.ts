import axios from 'axios';
import { Webhook } from 'standardwebhooks';
import type { Delivery } from '../../../workflows/ports';

/** For the whole request. */
const TIMEOUT_MS = 10_000;
/** More of an answer is not looked at. */
const ANSWER_BYTES = 1024 * 1024;

/**
 * POSTs a delivery, signed as Standard Webhooks say (`webhook-id`, `webhook-timestamp`, `webhook-signature`).
 * Redirects are not followed: they would lead past the list of allowed hosts.
 */
export async function postSigned(
	{ id, url, payload }: Delivery,
	secret: string,
	signal: AbortSignal,
): Promise<{ status: number; body: string }> {
	const now = new Date();
	const content = JSON.stringify(payload);
	const { status, data } = await axios.post<string>(url, content, {
		headers: {
			'content-type': 'application/json',
			'user-agent': 'agent-knowledge',
			'webhook-id': id,
			'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
			'webhook-signature': new Webhook(secret).sign(id, now, content),
		},
		maxRedirects: 0,
		timeout: TIMEOUT_MS,
		maxContentLength: ANSWER_BYTES,
		responseType: 'text',
		transformResponse: (text: string) => text,
		validateStatus: () => true,
		signal,
	});
	return { status, body: data };
}
