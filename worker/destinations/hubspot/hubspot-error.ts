import { z } from 'zod';

/** An answer that is no success; body and headers are not part of its message. */
export class HubSpotRefusal extends Error {
	override readonly name = 'HubSpotRefusal';

	constructor(
		readonly status: number,
		readonly body: unknown,
		readonly headers: Record<string, string>,
	) {
		super(`HubSpot answered ${status}`);
	}
}

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

/** What HubSpot answered; null when there was no answer. */
export function answerIn(error: unknown): HubSpotAnswer | null {
	if (!(error instanceof HubSpotRefusal)) return null;
	const { status, body, headers } = error;
	const { message, category, policyName } = bodySchema.catch({ message: '' }).parse(body);
	return {
		status,
		message,
		category: category ?? null,
		policyName: policyName ?? null,
		retryAfterMs: retryAfterMs(status, headers, policyName),
	};
}

function retryAfterMs(status: number, headers: Record<string, string>, policyName: string | undefined): number | null {
	const seconds = Number(headers['retry-after'] ?? '');
	if (seconds > 0) return seconds * SECOND_MS;
	if (status !== 429) return null;
	if (policyName === 'DAILY') return DAILY_PAUSE_MS;
	const window = Number(headers['x-hubspot-ratelimit-interval-milliseconds'] ?? '');
	return window > 0 ? window : WINDOW_MS;
}
