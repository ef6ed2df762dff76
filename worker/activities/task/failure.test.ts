import { failedCall } from '../../../test/support/api/failed-call';
import { apiFailure, writeAnswerOf } from './failure';

describe('apiFailure', () => {
	it.each([
		['the rate limit', { status: 429 }],
		['a timeout', { type: 'timeout' }],
		['a server error', { status: 503 }],
		['a key that is revoked, until it is replaced', { status: 401 }],
		['a connection that was removed, until it is back', { type: 'connection_removed', status: null }],
	])('is tried again after %s', (_what, fields) => {
		expect(apiFailure(failedCall(fields))).toMatchObject({ nonRetryable: false });
	});

	it.each([
		['a scope that the key lacks', { status: 403, type: 'insufficient_scope' }],
		['an agent that is not there', { status: 404 }],
		['a reply that is none', { status: 200, type: 'unexpected_reply' }],
	])('is final after %s', (_what, fields) => {
		expect(apiFailure(failedCall(fields))).toMatchObject({ nonRetryable: true });
	});

	it('waits longer than the pause that all workers know of, and the call that was refused longer than those it stopped', () => {
		const refused = failedCall({ status: 429, retryAfterMs: 2_000, outcome: 'refused' });
		const stopped = failedCall({ status: 429, retryAfterMs: 2_000, outcome: 'refused', type: 'connection_paused' });
		expect(apiFailure(refused)).toMatchObject({ nextRetryDelay: 3_250 });
		expect(writeAnswerOf(refused)).toMatchObject({ outcome: 'not-sent', retryAfterMs: 3_250 });
		for (const random of [0, 0.5, 0.998]) {
			vi.spyOn(Math, 'random').mockReturnValueOnce(random).mockReturnValueOnce(random);
			expect(apiFailure(stopped)).toMatchObject({ nextRetryDelay: 2_500 + 500 * random });
			expect(writeAnswerOf(stopped)).toMatchObject({ outcome: 'not-sent', retryAfterMs: 2_500 + 500 * random });
		}
		expect(apiFailure(failedCall({ status: 503, retryAfterMs: 2_000 }))).toMatchObject({ nextRetryDelay: 2_000 });
	});

	it('says what to do about a key', () => {
		expect(apiFailure(failedCall({ status: 401 }))).toMatchObject({
			message: expect.stringContaining('apiKey') as string,
		});
	});
});
