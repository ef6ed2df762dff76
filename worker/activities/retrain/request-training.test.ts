import { ApiError, type ApiErrorFields } from '../../../api';
import { answerOf } from './request-training';

const failed = (fields: Partial<ApiErrorFields>) =>
	new ApiError({
		type: 'x',
		title: 'X',
		status: null,
		detail: null,
		issues: [],
		retryAfterMs: null,
		outcome: 'ambiguous',
		operationId: 'retrain',
		request: 'POST /agents/a/retrain',
		...fields,
	});

describe('answerOf', () => {
	it.each([
		['the rate limit', { status: 429, outcome: 'refused', retryAfterMs: 7_000 }, 'not-sent'],
		['a key that is to be replaced', { status: 401, outcome: 'refused' }, 'not-sent'],
		['no connection', { type: 'connection_refused', outcome: 'refused' }, 'not-sent'],
		['an active run', { status: 409, outcome: 'refused' }, 'conflict'],
		['a reset', { type: 'connection_lost' }, 'ambiguous'],
		['a timeout', { type: 'timeout' }, 'ambiguous'],
		['a server error', { status: 502 }, 'ambiguous'],
		['408', { status: 408 }, 'ambiguous'],
		['an accepted request with an unreadable body', { status: 202, type: 'unreadable_reply' }, 'accepted'],
	] as const)('takes %s', (_what, fields, outcome) => {
		expect(answerOf(failed(fields)).outcome).toBe(outcome);
	});

	it('ends the task at a refusal for good', () => {
		expect(() => answerOf(failed({ status: 403, type: 'insufficient_scope', outcome: 'refused' }))).toThrow(
			'insufficient_scope',
		);
	});
});
