import { ApiError, type ApiErrorFields } from '../../../api';

/** A call that failed, with these fields. Default: no answer came, and its effect is unknown. */
export function failedCall(fields: Partial<ApiErrorFields>): ApiError {
	return new ApiError({
		type: 'x',
		title: 'X',
		status: null,
		detail: null,
		issues: [],
		retryAfterMs: null,
		outcome: 'ambiguous',
		operationId: 'getTrainingStatus',
		request: 'GET /agents/a/training-status',
		...fields,
	});
}
