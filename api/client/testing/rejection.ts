import { ApiError } from '../api-error';

/** The ApiError a call ends with; fails the test when it ends otherwise. */
export async function rejectionOf(call: Promise<unknown>): Promise<ApiError> {
	const error: unknown = await call.then(
		() => new Error('the call succeeded'),
		(reason: unknown) => reason,
	);
	if (error instanceof ApiError) return error;
	throw error;
}
