import { ApplicationFailure } from '@temporalio/common';

/**
 * What is told of a mail that the mail server did not take: codes alone, as its answer holds the reviewer's address, and
 * nobody needs more. Final where the server refuses that address for good; everything else somebody may mend.
 */
export function mailFailure(error: unknown): ApplicationFailure {
	const [code, status, command] = ['code', 'responseCode', 'command'].map((field) => fieldOf(error, field));
	const codes = [code, status].filter((each) => typeof each === 'string' || typeof each === 'number');
	return ApplicationFailure.create({
		type: 'mail_not_taken',
		message: `The mail server did not take the mail to a reviewer: ${codes.join(', ') || 'it gave no code'}.`,
		details: typeof status === 'number' ? [{ status }] : [],
		nonRetryable: command === 'RCPT TO' && typeof status === 'number' && status >= 500,
	});
}

function fieldOf(error: unknown, field: string): unknown {
	return typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
}
