import type { ApiErrorFields, ClientErrorType } from './api-error';
import { noAnswer } from '../network';
import { UploadStreamError } from './transport';

/** The parts of an ApiError that tell why no answer came. */
export type Failure = Pick<ApiErrorFields, 'title' | 'detail' | 'outcome'> & { type: ClientErrorType };

/**
 * Says why a request got no answer, and whether it can have had an effect. Only the error's code is read: its message
 * and what hangs on it may hold the key.
 *
 * @param host of the service, for the person who has to find out
 */
export function networkFailure(error: unknown, host: string): Failure {
	if (error instanceof UploadStreamError) {
		return error.begun
			? failure(
					'file_unreadable',
					'The file could not be read to its end',
					'Part of it may have been sent',
					'ambiguous',
				)
			: failure('file_unreadable', 'The file could not be read', 'Nothing of it was sent', 'refused');
	}
	const found = noAnswer(error);
	const code = found.code || 'no code';
	switch (found.why) {
		case 'proxy':
			return failure(
				'proxy_failed',
				`The proxy made no connection to ${host}`,
				`The proxy ${found.said}. Nothing was sent. Check HTTPS_PROXY and NO_PROXY`,
				'refused',
			);
		case 'no-server':
			return failure(
				'connection_refused',
				`No server responds at ${host}`,
				`Check the base URL, and that the service runs (${code})`,
				'refused',
			);
		case 'unknown-host':
			return failure('host_not_found', `The name ${host} cannot be found`, `Check the base URL (${code})`, 'refused');
		case 'certificate':
			return failure(
				'tls_failed',
				`The certificate of ${host} ${found.what}`,
				`Nothing was sent (${code}). ${found.todo.replace(/\.$/, '')}`,
				'refused',
			);
		case 'lost':
			return failure(
				'connection_lost',
				`The connection to ${host} was lost`,
				`The request may have taken effect (${code})`,
				'ambiguous',
			);
	}
}

/** The caller cancelled, or the time was over, while the request was under way. */
export function interruption(timedOut: boolean, timeoutMs: number): Failure {
	return timedOut
		? failure('timeout', `No response within ${timeoutMs} ms`, 'The request may have taken effect', 'ambiguous')
		: failure('cancelled', 'Cancelled during the request', 'The request may have taken effect', 'ambiguous');
}

/** The caller cancelled while nothing was under way. */
export function cancelledBeforeSending(): Failure {
	return failure('cancelled', 'Cancelled before the request was sent', null, 'refused');
}

function failure(type: ClientErrorType, title: string, detail: string | null, outcome: Failure['outcome']): Failure {
	return { type, title, detail, outcome };
}
