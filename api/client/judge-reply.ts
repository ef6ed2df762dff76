import type { Operation } from '../operations';
import type { ApiErrorFields } from './api-error';
import { readEnvelope, readRefusal, readSuccess } from './read-reply';
import { parseRetryAfter } from './retry-after';
import { alreadyDeleted, savedIndexedLater } from './settled';
import type { RawReply } from './transport';

/** What went wrong with a request, before it is known whether the call as a whole is uncertain. */
export type Told = Pick<ApiErrorFields, 'type' | 'title' | 'outcome'> & Partial<ApiErrorFields>;

export type Verdict = { ok: true; data: unknown } | { ok: false; told: Told };

/**
 * What an answer of the service comes to for the caller. Besides 2xx, success is a DELETE repeated in vain, and a 503
 * that says "saved, indexed later" (specification, part 7).
 * @param call `uncertain`: an earlier request of it may have had an effect
 */
export function judgeReply(
	operation: Operation,
	reply: RawReply,
	{ uncertain, redact }: { uncertain: boolean; redact: (text: string) => string },
): Verdict {
	const { status } = reply;
	if (status >= 200 && status < 300) {
		const reading = readSuccess(operation, reply);
		return reading.ok ? reading : { ok: false, told: { ...reading.refusal, status } };
	}
	if (status === 404 && operation.retry === 'delete' && uncertain) return { ok: true, data: alreadyDeleted() };
	const envelope = readEnvelope(reply);
	if (status === 503 && envelope !== null && operation.alsoAnswers?.includes(503) === true) {
		const warning = [envelope.title, envelope.detail ?? ''].filter((text) => text !== '').join(': ');
		return { ok: true, data: savedIndexedLater(redact(warning)) };
	}
	const retryAfterMs = parseRetryAfter(reply.headers['retry-after'], Date.now());
	return { ok: false, told: { ...readRefusal(reply), status, retryAfterMs } };
}
