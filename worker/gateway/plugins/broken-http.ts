import { STATUS_CODES } from 'node:http';
import type { FaultAnswer, HttpFault } from '../../../api';
import { Problem } from '../../problems/problem';

/** What never becomes a request is refused in the envelope of every other refusal. */
export function refusalOfHttp(fault: HttpFault): FaultAnswer {
	const problem = problemOf(fault);
	return { status: problem.status, body: problem.toBody() };
}

function problemOf(fault: HttpFault): Problem {
	switch (fault) {
		case 'headers-too-large':
			return refusal(
				'headers_too_large',
				431,
				'The address and the headers together may have at most 16 KiB. Send less.',
			);
		case 'too-slow':
			return refusal('request_timeout', 408, 'The request did not arrive in time. Send it again without pauses.');
		case 'unknown-expectation':
			return refusal(
				'expectation_failed',
				417,
				'The gateway supports only the expectation 100-continue. Remove the header Expect.',
			);
		case 'tunnel':
			return refusal(
				'invalid_request',
				400,
				'The gateway is not a proxy and does not accept CONNECT. Send the request itself.',
			);
		default:
			return refusal(
				'invalid_request',
				400,
				'This is not a valid HTTP request, or its body ended early. Correct the request and send it again.',
			);
	}
}

function refusal(type: string, status: number, detail: string): Problem {
	return new Problem({ type, title: STATUS_CODES[status] ?? 'Invalid request', status, detail });
}
