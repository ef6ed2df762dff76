import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Lead, parseRetryAfter } from '../../../api';
import type { WebhookConfig } from '../../config';
import { unwatched, type WatchDelivery } from '../../net/watch-delivery';
import {
	type Destination,
	DestinationHeldError,
	DestinationUnfitError,
	type LeadsOf,
	type Page,
	type Probed,
	type Refusal,
	type Written,
} from '../destination';
import { TOO_DEEP, wellFormedJson } from '../lead-source';

const CHECK_WITHIN_MS = 10_000;
/**
 * Statuses about the sent lead. Any other 4xx is about the address, the signature or the moment, and would be the same
 * for every lead.
 */
const OF_THE_LEAD = new Set([400, 409, 413, 415, 422]);

/**
 * A receiver of leads. Each lead is a separate signed POST, oldest first, delivered at least once. After a lost
 * response the worker posts the lead again, with the same `webhook-id`.
 */
export class WebhookDestination implements Destination {
	readonly type = 'webhook';
	readonly target: string;

	constructor(
		readonly name: string,
		private readonly config: WebhookConfig,
		private readonly watch: WatchDelivery = unwatched,
	) {
		this.target = new URL(config.url).host;
	}

	/** Checks whether the receiver responds. Its response to a HEAD says nothing about leads. */
	async check(): Promise<void> {
		try {
			await axios.head(this.config.url, {
				timeout: CHECK_WITHIN_MS,
				signal: AbortSignal.timeout(CHECK_WITHIN_MS),
				maxRedirects: 0,
				validateStatus: () => true,
			});
		} catch (error) {
			const why = isAxiosError(error) ? (error.code ?? 'unknown') : 'unknown';
			throw this.#unavailable(why);
		}
	}

	/** Posts a signed ping. A receiver responds to it as to a lead and ignores it. */
	async probe(): Promise<Probed> {
		const id = `ping_${randomUUID()}`;
		const content = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} });
		const answer = await postSigned(this.config, id, content, (post) => this.watch(this.target, post));
		if (answer.outcome === 'lost') throw this.#unavailable(answer.why);
		const { status } = answer;
		const answered = `${this.target} answered a signed ping with ${status}`;
		if (status < 300) return { proven: true, detail: `${answered}.` };
		if (OF_THE_LEAD.has(status)) {
			const todo =
				'This status is about the ping and proves nothing for leads. Make the receiver respond with 2xx to {"type": "ping"}.';
			return { proven: false, detail: `${answered}. ${todo}` };
		}
		throw this.#misconfigured(`leads to a receiver that accepts nothing now: ${answered}.${whatToDo(status)}`);
	}

	#unavailable(why: string): DestinationUnfitError {
		return this.#misconfigured(
			`leads to ${this.target}, which does not answer (${why}). Check the address, and that the receiver runs`,
		);
	}

	#misconfigured(message: string): DestinationUnfitError {
		return new DestinationUnfitError(this.name, [{ path: 'url', message: message.replace(/\.$/, '') }]);
	}

	async writePage(page: Page): Promise<Written> {
		const { of, leads } = page;
		const refused: Refusal[] = [];
		for (const lead of leads) {
			const refusal = this.#judge(await this.#post(of, lead));
			if (refusal !== null) refused.push({ leadId: lead.id, reason: refusal });
			else page.onWritten(lead.id);
		}
		return { written: leads.length - refused.length, refused };
	}

	async writeLead(of: LeadsOf, lead: Lead): Promise<Written> {
		const refusal = this.#judge(await this.#post(of, lead));
		return refusal === null
			? { written: 1, refused: [] }
			: { written: 0, refused: [{ leadId: lead.id, reason: refusal }] };
	}

	async close(): Promise<void> {
		await Promise.resolve();
	}

	#post(of: LeadsOf, lead: Lead): Promise<Answer> {
		return postLead(this.config, of, lead, (post) => this.watch(this.target, post));
	}

	/** @returns why the receiver refuses this lead, or null if it accepted it; @throws DestinationHeldError */
	#judge(answer: Answer): string | null {
		const who = `Destination ${this.name} (${this.target})`;
		if (answer.outcome === 'lost') throw new DestinationHeldError(`${who} did not answer (${answer.why}).`);
		if (answer.outcome === 'unsent') return answer.why;
		const { status, retryAfterMs } = answer;
		if (status < 300) return null;
		if (OF_THE_LEAD.has(status)) return `The receiver answered ${status}.`;
		throw new DestinationHeldError(`${who} answered ${status}.${whatToDo(status)}`, retryAfterMs);
	}
}

function whatToDo(status: number): string {
	if (status < 400) return ' Redirects are not followed: put the final address into the configuration.';
	if (status === 401 || status === 403) return ' Check the secret on both sides.';
	// n8n responds with this status while the flow is not active.
	if (status === 404 || status === 410) return ' Check the address, and that the flow behind it is active.';
	return '';
}

/** Time limit for the whole request. */
const TIMEOUT_MS = 10_000;
/** The worker ignores the body of the response. After this size it closes the connection. */
const ANSWER_BYTES = 1024 * 1024;

/** `answered` with any status, or `lost`: the receiver may have accepted it or not. */
export type Posted =
	| { outcome: 'answered'; status: number; retryAfterMs: number | null }
	| { outcome: 'lost'; why: string };

/** `unsent`: the request can never be sent, also not by a retry. */
export type Answer = Posted | { outcome: 'unsent'; why: string };

/** Wraps a request, for traces. */
export type Around = (post: () => Promise<AxiosResponse<string>>) => Promise<AxiosResponse<string>>;

/** The same lead always has the same `webhook-id`, so that a receiver can detect repeats. */
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
 * POSTs JSON, signed according to Standard Webhooks. It follows no redirects.
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
