import { ApplicationFailure } from '@temporalio/common';
import type { ApiErrorFields } from '../../../api';
import { failedCall } from '../../../test/support/api/failed-call';
import { DestinationHeldError } from '../../destinations';
import { holdingFailure } from './failures';

const judged = (more: Partial<ApiErrorFields>) => holdingFailure(failedCall(more));

test.each([
	[{ status: 401, type: 'unauthorized' }, undefined],
	[{ status: 403, type: 'insufficient_scope' }, 300_000],
	[{ status: 200, type: 'unexpected_reply' }, 300_000],
	[{ status: 429, type: 'rate_limited', retryAfterMs: 7_000 }, 8_250],
	[{ status: 503, type: 'unavailable' }, undefined],
	[{ status: null, type: 'connection_refused' }, undefined],
])('%j holds the sync', (more, nextRetryDelay) => {
	const failure = judged(more);
	expect(failure).toBeInstanceOf(ApplicationFailure);
	expect(failure).toMatchObject({ nonRetryable: false, nextRetryDelay });
});

test('an agent that is gone ends it', () => {
	expect(judged({ status: 404, type: 'not_found' })).toMatchObject({ nonRetryable: true });
});

test('a destination is left alone for as long as it asks, ten minutes at most', () => {
	expect(holdingFailure(new DestinationHeldError('Away.', 3_000))).toMatchObject({
		nextRetryDelay: 3_000,
		nonRetryable: false,
	});
	expect(holdingFailure(new DestinationHeldError('Away.', 3_600_000))).toMatchObject({ nextRetryDelay: 600_000 });
	const other = new Error('a fault of ours');
	expect(holdingFailure(other)).toBe(other);
});
