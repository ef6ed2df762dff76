import axios from 'axios';
import { OutOfTimeError, parseRetryAfter, timeLimit } from '../../api';
import type { OutwardAgent } from './outward-agent';
import { agentFor } from './webhook-target';

/** For the whole request. */
const TIMEOUT_MS = 10_000;
/** Longest response that the worker reads. */
const ANSWER_BYTES = 1024 * 1024;

export interface JsonPost {
	url: string;
	/** JSON. */
	content: string;
	headers?: Readonly<Record<string, string>>;
	/** Default: that for hosts which the configuration names. */
	agent?: OutwardAgent | undefined;
}

export interface JsonPostAnswer {
	status: number;
	body: string;
	/** How long the receiver asks to wait; null if it does not. */
	retryAfterMs: number | null;
}

/**
 * POSTs JSON once. It follows no redirects, which would bypass the list of allowed hosts.
 * @throws AxiosError, or OutOfTimeError, if no response came
 */
export async function postJson(
	{ url, content, headers, agent = agentFor('named') }: JsonPost,
	signal: AbortSignal,
): Promise<JsonPostAnswer> {
	const limit = timeLimit(TIMEOUT_MS);
	const {
		status,
		data,
		headers: answered,
	} = await axios
		.post<string>(url, content, {
			headers: { 'content-type': 'application/json', 'user-agent': 'agent-knowledge', ...headers },
			...overAgent(agent),
			maxRedirects: 0,
			maxContentLength: ANSWER_BYTES,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
			signal: AbortSignal.any([signal, limit]),
		})
		.catch((error: unknown) => {
			throw limit.aborted ? new OutOfTimeError(TIMEOUT_MS) : error;
		});
	const retryAfter: unknown = answered['retry-after'];
	const retryAfterMs = typeof retryAfter === 'string' ? parseRetryAfter(retryAfter, Date.now()) : null;
	return { status, body: data, retryAfterMs };
}

/** Options of axios. Its own way to a proxy would bypass the agent. */
export function overAgent(agent: OutwardAgent) {
	return { httpAgent: agent, httpsAgent: agent, proxy: false as const };
}
