import { ApiError, type ApiErrorFields } from '../../../api';
import { apiFailure } from './api-failure';

const failed = (fields: Partial<ApiErrorFields>) =>
	apiFailure(
		new ApiError({
			type: 'x',
			title: 'X',
			status: null,
			detail: null,
			issues: [],
			retryAfterMs: null,
			outcome: 'refused',
			operationId: 'getTrainingStatus',
			request: 'GET /agents/a/training-status',
			...fields,
		}),
	);

describe('apiFailure', () => {
	it.each([
		['the rate limit', { status: 429 }],
		['a timeout', { type: 'timeout' }],
		['a server error', { status: 503 }],
		['a key that is revoked, until it is replaced', { status: 401 }],
	])('is tried again after %s', (_what, fields) => {
		expect(failed(fields)).toMatchObject({ nonRetryable: false });
	});

	it.each([
		['a scope that the key lacks', { status: 403, type: 'insufficient_scope' }],
		['an agent that is not there', { status: 404 }],
		['a reply that is none', { status: 200, type: 'unexpected_reply' }],
	])('is final after %s', (_what, fields) => {
		expect(failed(fields)).toMatchObject({ nonRetryable: true });
	});

	it('says what to do about a key', () => {
		expect(failed({ status: 401 })).toMatchObject({ message: expect.stringContaining('apiKey') as string });
	});
});
