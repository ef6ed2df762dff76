import type { ApiErrorFields, ClientErrorType } from './api-error';
import { ProxyError } from '../network';
import { UploadStreamError } from './transport';

/** The parts of an ApiError that tell why no answer came. */
export type Failure = Pick<ApiErrorFields, 'title' | 'detail' | 'outcome'> & { type: ClientErrorType };

const TLS_CODES = new Set([
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

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
	if (error instanceof ProxyError) {
		return failure(
			'proxy_failed',
			`The proxy made no connection to ${host}`,
			`The proxy ${error.said}. Nothing was sent. Check HTTPS_PROXY and NO_PROXY`,
			'refused',
		);
	}
	const code = codeOf(error);
	if (code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT') {
		return failure(
			'connection_refused',
			`No server responds at ${host}`,
			'Check the base URL, and that the service runs',
			'refused',
		);
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return failure('host_not_found', `The name ${host} cannot be found`, `Check the base URL (${code})`, 'refused');
	}
	if (TLS_CODES.has(code)) {
		return failure('tls_failed', `The certificate of ${host} is invalid`, `Nothing was sent (${code})`, 'refused');
	}
	return failure(
		'connection_lost',
		`The connection to ${host} was lost`,
		`The request may have taken effect (${code === '' ? 'no code' : code})`,
		'ambiguous',
	);
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

function codeOf(error: unknown): string {
	const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
	return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : '';
}
