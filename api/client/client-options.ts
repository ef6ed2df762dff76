import { z } from 'zod';
import type { OperationId } from '../operations';
import type { RateLimit } from './rate-limit';

export const TIMEOUT_MS = 60_000;

/** What a request came to; carries no key, no query and no body. */
export interface ResponseInfo {
	operationId: OperationId;
	/** null when no answer came. */
	status: number | null;
	/** The caller gave up before an answer came, which says nothing of the service. */
	cancelled: boolean;
	/** null when no answer came. */
	rateLimit: RateLimit | null;
	/** The service's clock when it answered, in milliseconds since the epoch; null when it does not tell. */
	serverTime: number | null;
	durationMs: number;
}

/** A request about to be sent. Its path is the table's pattern, such as /agents/{id}/retrain. */
export interface WatchedCall {
	operationId: OperationId;
	method: string;
	path: string;
}

/** Goes around one request, may add headers, and returns what `send` came to. */
export type WatchCall = <Reply extends { status: number }>(
	call: WatchedCall,
	send: (headers: Readonly<Record<string, string>>) => Promise<Reply>,
) => Promise<Reply>;

export interface ClientOptions {
	/** Address of the service without /api/v1, for example http://127.0.0.1:4010. */
	baseUrl: string;
	/** Goes into the Authorization header and nowhere else. */
	apiKey: string;
	/** For one request and its reply, in milliseconds. Default: 60,000. */
	timeoutMs?: number;
	/** Around every request, for traces. */
	watch?: WatchCall;
	/** Called after every request, also after one that failed. */
	onResponse?: (info: ResponseInfo) => void;
}

const optionsSchema = z.object({
	baseUrl: z
		.url({ protocol: /^https?$/, error: 'must be an http or https address' })
		.refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'must contain no user and no password')
		.refine((url) => !/[?#]/.test(url), 'must have no query and no fragment'),
	// What a header can carry (RFC 9110); the value itself is never shown.
	apiKey: z.string().regex(/^[\x21-\x7e]+$/, 'must be the key alone, without spaces or line breaks'),
	timeoutMs: z.number().int().positive().optional(),
});

/**
 * Checks what a person may have mistyped.
 *
 * @returns the address below which /api/v1 lies
 * @throws TypeError that names each wrong option and never the key
 */
export function checkOptions(options: ClientOptions): string {
	const parsed = optionsSchema.safeParse(options);
	if (!parsed.success) {
		const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
		throw new TypeError(`The client options are invalid: ${wrong.join('; ')}.`);
	}
	return parsed.data.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v1$/, '');
}
