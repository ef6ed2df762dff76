import { failedCall } from '../../../test/support/api/failed-call';
import { answerOf } from './start-run';

describe('answerOf', () => {
	it.each([
		['the rate limit', { status: 429, outcome: 'refused', retryAfterMs: 7_000 }, 'not-sent'],
		['a key that is to be replaced', { status: 401, outcome: 'refused' }, 'not-sent'],
		['a connection that was removed', { type: 'connection_removed', outcome: 'refused' }, 'not-sent'],
		['no connection', { type: 'connection_refused', outcome: 'refused' }, 'not-sent'],
		['an active run', { status: 409, outcome: 'refused' }, 'conflict'],
		['a reset', { type: 'connection_lost' }, 'ambiguous'],
		['a timeout', { type: 'timeout' }, 'ambiguous'],
		['a server error', { status: 502 }, 'ambiguous'],
		['408', { status: 408 }, 'ambiguous'],
		['an accepted request with an unreadable body', { status: 202, type: 'unreadable_reply' }, 'accepted'],
	] as const)('takes %s', (_what, fields, outcome) => {
		expect(answerOf(failedCall(fields)).outcome).toBe(outcome);
	});

	it('ends the task at a refusal for good', () => {
		expect(() => answerOf(failedCall({ status: 403, type: 'insufficient_scope', outcome: 'refused' }))).toThrow(
			'insufficient_scope',
		);
	});
});
