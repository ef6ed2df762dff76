import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import axios from 'axios';
import { Webhook } from 'standardwebhooks';

/** For the whole request. */
const TIMEOUT_MS = 10_000;
/** Longest response that the worker reads. */
const ANSWER_BYTES = 1024 * 1024;

export interface SignedPost {
	/** The `webhook-id`: the same in every attempt. */
	id: string;
	url: string;
	payload: object;
	/** Each makes one signature. During a rotation these are the old and the new secret. */
	secrets: readonly string[];
	agents?: { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
}

/**
 * POSTs a message, signed according to Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). It
 * follows no redirects and uses no proxy: both would bypass the list of allowed hosts.
 */
export async function postSigned(
	{ id, url, payload, secrets, agents }: SignedPost,
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
			'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, content)).join(' '),
		},
		...agents,
		proxy: false,
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
