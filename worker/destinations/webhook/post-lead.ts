import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { Webhook } from 'standardwebhooks';
import { type Lead, parseRetryAfter } from '../../../api';
import type { WebhookConfig } from '../../config';
import type { LeadsOf } from '../destination';
import { TOO_DEEP, wellFormedJson } from '../lead-source';

/** For the whole request. */
const TIMEOUT_MS = 10_000;
/** Nothing of an answer is looked at; this is what may come before the connection is cut. */
const ANSWER_BYTES = 1024 * 1024;

/** `answered` with any status, or `lost`: it may have been taken or not. */
export type Posted =
	{ outcome: 'answered'; status: number; retryAfterMs: number | null } | { outcome: 'lost'; why: string };

/** `unsent`: it cannot be sent, whatever is done again. */
export type Answer = Posted | { outcome: 'unsent'; why: string };

/** Goes around a request, for traces. */
export type Around = (post: () => Promise<AxiosResponse<string>>) => Promise<AxiosResponse<string>>;

/** The same lead always has the same `webhook-id`, by which a receiver knows one that it has already. */
export function webhookIdOf({ connection }: LeadsOf, { id }: Lead): string {
	return `lead_${connection}_${id}`;
}

/** POSTs one lead. */
export async function postLead(config: WebhookConfig, of: LeadsOf, lead: Lead, around: Around): Promise<Answer> {
	const data = { connection: of.connection, ...lead };
	let content: string;
	try {
		content = wellFormedJson({ type: 'lead.captured', timestamp: lead.capturedAt, data });
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return { outcome: 'unsent', why: TOO_DEEP };
	}
	return postSigned(config, webhookIdOf(of, lead), content, around);
}

/**
 * POSTs JSON, signed as Standard Webhooks say. Redirects are not followed.
 * @param id the `webhook-id`
 */
export async function postSigned(
	{ url, secret }: WebhookConfig,
	id: string,
	content: string,
	around: Around,
): Promise<Posted> {
	const now = new Date();
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
