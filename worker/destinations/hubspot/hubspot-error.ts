import { z } from 'zod';

/** What HubSpot's client throws for an answer that is no success; its message repeats body and headers. */
const exceptionSchema = z.object({
	code: z.int(),
	body: z.unknown(),
	headers: z.record(z.string(), z.string()).catch({}),
});

const bodySchema = z.looseObject({
	message: z.string().catch(''),
	category: z.string().optional(),
	policyName: z.string().optional(),
});

/** All fields are optional in HubSpot's errors, as its documentation says. */
export interface HubSpotAnswer {
	status: number;
	message: string;
	category: string | null;
	/** Which limit was met: TEN_SECONDLY_ROLLING, DAILY, ... */
	policyName: string | null;
	retryAfterMs: number | null;
}

const SECOND_MS = 1_000;
/** The window of the short limit, where the answer names none. */
const WINDOW_MS = 10_000;
/** The daily limit ends at midnight of the account's time zone, which nobody tells: it is asked every quarter of an hour. */
const DAILY_PAUSE_MS = 15 * 60_000;

/** The answer inside an error of HubSpot's client; null when there was none. */
export function answerIn(error: unknown): HubSpotAnswer | null {
	const exception = exceptionSchema.safeParse(error).data;
	if (exception === undefined) return null;
	const { message, category, policyName } = bodySchema.catch({ message: '' }).parse(parsed(exception.body));
	return {
		status: exception.code,
		message,
		category: category ?? null,
		policyName: policyName ?? null,
		retryAfterMs: retryAfterMs(exception.code, exception.headers, policyName),
	};
}

/** Some answers leave the client as text. */
function parsed(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return { message: '' };
	}
}

function retryAfterMs(status: number, headers: Record<string, string>, policyName: string | undefined): number | null {
	const seconds = Number(headers['retry-after'] ?? '');
	if (seconds > 0) return seconds * SECOND_MS;
	if (status !== 429) return null;
	if (policyName === 'DAILY') return DAILY_PAUSE_MS;
	const window = Number(headers['x-hubspot-ratelimit-interval-milliseconds'] ?? '');
	return window > 0 ? window : WINDOW_MS;
}
