import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { Webhook } from 'standardwebhooks';
import { type Lead, parseRetryAfter } from '../../../api';
import type { WebhookConfig } from '../../config';
import type { LeadsOf } from '../destination';

/** For the whole request. */
const TIMEOUT_MS = 10_000;
/** Nothing of an answer is looked at; this is what may come before the connection is cut. */
const ANSWER_BYTES = 1024 * 1024;

/** `answered` with any status, or `lost`: it may have been taken or not. */
export type Answer =
	{ outcome: 'answered'; status: number; retryAfterMs: number | null } | { outcome: 'lost'; why: string };

/** The same lead always has the same `webhook-id`, by which a receiver knows one that it has already. */
export function webhookIdOf({ connection }: LeadsOf, { id }: Lead): string {
	return `lead_${connection}_${id}`;
}

/**
 * POSTs one lead, signed as Standard Webhooks say. Redirects are not followed.
 * @param around the request, for traces
 */
export async function postLead(
	{ url, secret }: WebhookConfig,
	of: LeadsOf,
	lead: Lead,
	around: (post: () => Promise<AxiosResponse<string>>) => Promise<AxiosResponse<string>>,
): Promise<Answer> {
	const id = webhookIdOf(of, lead);
	const now = new Date();
	const data = { connection: of.connection, ...lead };
	const content = JSON.stringify({ type: 'lead.captured', timestamp: lead.capturedAt, data });
	const post = () =>
		axios.post<string>(url, content, {
			headers: {
				'content-type': 'application/json',
				'user-agent': 'agent-knowledge',
				'webhook-id': id,
				'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
				'webhook-signature': new Webhook(secret).sign(id, now, content),
			},
			maxRedirects: 0,
			timeout: TIMEOUT_MS,
			signal: AbortSignal.timeout(TIMEOUT_MS),
			maxContentLength: ANSWER_BYTES,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
		});
	try {
		const { status, headers } = await around(post);
		const retryAfter: unknown = headers['retry-after'];
		const asked = typeof retryAfter === 'string' ? retryAfter : undefined;
		return { outcome: 'answered', status, retryAfterMs: parseRetryAfter(asked, now.getTime()) };
	} catch (error) {
		return { outcome: 'lost', why: isAxiosError(error) ? (error.code ?? 'unknown') : 'unknown' };
	}
}
