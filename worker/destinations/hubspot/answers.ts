import { z } from 'zod';

/** An unsuccessful response. Its message contains neither body nor headers. */
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
export interface HubSpotResponse {
	status: number;
	message: string;
	category: string | null;
	/** The limit that was reached: TEN_SECONDLY_ROLLING, DAILY, ... */
	policyName: string | null;
	retryAfterMs: number | null;
}

const SECOND_MS = 1_000;
/** The window of the short limit, if the response names none. */
const WINDOW_MS = 10_000;
/**
 * The daily limit ends at midnight in the account's time zone, which is unknown. So the worker retries every quarter of
 * an hour.
 */
const DAILY_PAUSE_MS = 15 * 60_000;

/**
 * Statuses about the sent records. The others are about the account or temporary: 477 means that HubSpot is moving its
 * data.
 */
const OF_THE_RECORDS = new Set([400, 404, 409, 413, 415, 422]);
/**
 * HubSpot's codes for wrong configured properties, independent of the record. The message repeats a visitor's values in
 * JSON strings, so their quotes are escaped.
 */
const OF_THE_PROPERTIES = /"error":"(?:PROPERTY_DOESNT_EXIST|READ_ONLY_VALUE)"/;

export function isAboutProperties({ message }: HubSpotResponse): boolean {
	return OF_THE_PROPERTIES.test(message);
}

/** Whether it refuses the sent records, and neither the account nor the moment is the cause. */
export function isAboutRecords(answer: HubSpotResponse): boolean {
	return OF_THE_RECORDS.has(answer.status) && !isAboutProperties(answer);
}

const faultsSchema = z.array(z.looseObject({ name: z.string(), error: z.string().catch('') }));

/** The property that each wrong value is of, with HubSpot's code. Empty if the response does not say. */
export function wrongValues({ status, message }: HubSpotResponse): Map<string, string> {
	if (status !== 400) return new Map();
	try {
		const faults = faultsSchema.parse(JSON.parse(message.slice(Math.max(0, message.indexOf('[')))));
		return new Map(faults.map(({ name, error }) => [name, error]));
	} catch {
		return new Map();
	}
}

/** The id of the contact that has the address or the unique value already; null if HubSpot names none. */
export function existingContact({ message }: HubSpotResponse): string | null {
	return /Existing ID: (\d{1,20})/.exec(message)?.[1] ?? null;
}

/** HubSpot's response; null if there was none. */
export function answerIn(error: unknown): HubSpotResponse | null {
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
