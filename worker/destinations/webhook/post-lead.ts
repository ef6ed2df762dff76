import axios, { type AxiosResponse } from 'axios';
import { Webhook } from 'standardwebhooks';
import { type Lead, OutOfTimeError, parseRetryAfter, timeLimit } from '../../../api';
import type { LeadsOf } from '../destination';
import { storableJson } from '../../storage/storable-text';
import { TOO_DEEP } from '../lead-source';
import { webhookData } from './lead-data';
import type { OutwardAgent } from '../../net/outward-agent';
import { overAgent } from '../../net/post-json';
import type { WebhookReceiver } from './webhook-receiver';

/** Time limit for the whole request. */
const TIMEOUT_MS = 10_000;
/** After this size of the response the worker closes the connection. */
const ANSWER_BYTES = 1024 * 1024;

/** `answered` with any status, or `lost`: the receiver may have accepted it or not. */
export type Posted =
	| { outcome: 'answered'; status: number; retryAfterMs: number | null; body: string }
	| { outcome: 'lost'; error: unknown };

/** `unsent`: the request can never be sent, also not by a retry. */
export type Answer = Posted | { outcome: 'unsent'; why: string };

/** How a request is sent. */
export interface Way {
	/** Connections that refuse what the operator has not allowed. */
	agent: OutwardAgent;
	/** Wraps the request, for traces. */
	around: (post: () => Promise<AxiosResponse<string>>) => Promise<AxiosResponse<string>>;
}

/** The same lead always has the same `webhook-id`, so that a receiver can detect repeats. */
export function webhookIdOf({ connection }: LeadsOf, { id }: Lead): string {
	return `lead_${connection}_${id}`;
}

/** POSTs one lead. */
export async function postLead(
	settings: WebhookReceiver,
	of: LeadsOf,
	lead: Lead,
	{ agent, around }: Way,
): Promise<Answer> {
	let content: string;
	try {
		const data = webhookData(of, lead, settings.fields);
		content = storableJson({ type: 'lead.captured', timestamp: lead.capturedAt, data });
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return { outcome: 'unsent', why: TOO_DEEP };
	}
	return postSigned(settings, webhookIdOf(of, lead), content, { agent, around });
}

/**
 * POSTs JSON, signed according to Standard Webhooks. It follows no redirects.
 * @param id the `webhook-id`
 */
export async function postSigned(
	{ url, secret, previous }: WebhookReceiver,
	id: string,
	content: string,
	{ agent, around }: Way,
): Promise<Posted> {
	const now = new Date();
	const overlaps = previous !== undefined && previous !== null && Date.parse(previous.until) > now.getTime();
	const secrets = [secret, ...(overlaps ? [previous.secret] : [])];
	const limit = timeLimit(TIMEOUT_MS);
	const post = () =>
		axios.post<string>(url, content, {
			headers: {
				'content-type': 'application/json',
				'user-agent': 'agent-knowledge',
				'webhook-id': id,
				'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
				'webhook-signature': secrets.map((each) => new Webhook(each).sign(id, now, content)).join(' '),
			},
			...overAgent(agent),
			maxRedirects: 0,
			signal: limit,
			maxContentLength: ANSWER_BYTES,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
		});
	try {
		const { status, headers, data } = await around(post);
		const retryAfter: unknown = headers['retry-after'];
		const asked = typeof retryAfter === 'string' ? retryAfter : undefined;
		return { outcome: 'answered', status, retryAfterMs: parseRetryAfter(asked, now.getTime()), body: data };
	} catch (error) {
		return { outcome: 'lost', error: limit.aborted ? new OutOfTimeError(TIMEOUT_MS) : error };
	}
}
