import { STATUS_CODES } from 'node:http';
import type { Operation } from '../operations';
import { errorSchema, type ErrorBody } from '../schemas';
import type { ApiErrorFields, Outcome } from './api-error';
import { parseRetryAfter } from './wait-headers';
import type { RawReply } from './transport';

/** What went wrong with a call. */
export type Told = Pick<ApiErrorFields, 'type' | 'title' | 'outcome'> & Partial<ApiErrorFields>;

export type Verdict = { ok: true; data: unknown } | { ok: false; told: Told };

/** What an answer of the service comes to for the caller. */
export function judgeReply(operation: Operation, reply: RawReply): Verdict {
	const { status } = reply;
	if (status >= 200 && status < 300) return readSuccess(operation, reply);
	const retryAfterMs = parseRetryAfter(reply.headers['retry-after'], Date.now());
	return { ok: false, told: { ...readRefusal(reply), status, retryAfterMs } };
}

/** The error envelope, or null when the reply has none: something between may have answered. */
function readEnvelope(reply: RawReply): ErrorBody | null {
	const parsed = errorSchema.safeParse(parseJson(reply.text));
	return parsed.success ? parsed.data : null;
}

/** Reads a 2xx reply by the operation's schema. */
function readSuccess(operation: Operation, reply: RawReply): Verdict {
	const parsed = operation.reply.schema.safeParse(parseJson(reply.text));
	if (parsed.success) return { ok: true, data: parsed.data };
	const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
	return {
		ok: false,
		told: {
			status: reply.status,
			type: isJson(reply.text) ? 'unexpected_reply' : 'unreadable_reply',
			title: 'The response does not have the documented form',
			detail: `The request may have taken effect. The service returned ${contentOf(reply)}`,
			issues,
			outcome: 'ambiguous',
		},
	};
}

/** Reads any other reply: the service's own words, or what can be said of a foreign answer. */
function readRefusal(reply: RawReply): Told {
	const outcome = outcomeOf(reply.status);
	const envelope = readEnvelope(reply);
	if (envelope !== null) {
		const { type, title, detail, issues } = envelope;
		return { type, title, detail: detail ?? null, issues: issues ?? [], outcome };
	}
	const location = reply.status >= 300 && reply.status < 400 ? '. It is a redirect: correct the base URL' : '';
	return {
		type: `http_${reply.status}`,
		title: STATUS_CODES[reply.status] ?? 'Unknown status',
		detail: `The response is ${contentOf(reply)}, not the service's error format. A proxy may have sent it${location}`,
		issues: [],
		outcome,
	};
}

/** Moved for good, and not followed: the request was not handled. */
const NOT_HANDLED = new Set([301, 307, 308]);

function outcomeOf(status: number): Outcome {
	const refused = (status >= 400 && status < 500 && status !== 408) || NOT_HANDLED.has(status);
	return refused ? 'refused' : 'ambiguous';
}

function contentOf({ headers, text }: RawReply): string {
	if (text === '') return 'an empty body';
	const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
	return mediaType === '' ? 'a body without a content type' : `a body of type ${mediaType}`;
}

/** The service itself wrote it to its end, so that asking again gives the same. */
function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** JSON, or the text itself where it is none; undefined for an empty body. */
function parseJson(text: string): unknown {
	if (text.trim() === '') return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
