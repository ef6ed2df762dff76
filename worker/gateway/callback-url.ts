import { hostOf, isAllowedHost } from '../net/allowed-host';
import { Problem } from '../problems/problem';

/**
 * Refuses a callback address before a wait is made: only hosts of gateway.callbackHosts (host:port, exact), and no
 * user or password in it. @throws Problem 400 with the issue path callbackUrl
 */
export function checkCallbackUrl(callbackUrl: string, callbackHosts: readonly string[]): void {
	const host = hostOf(callbackUrl);
	if (host === null) throw refused('must be an http:// or https:// address without user and password');
	if (isAllowedHost(callbackUrl, callbackHosts)) return;
	throw refused(
		`leads to ${host}, which is not allowed; add ${host} to gateway.callbackHosts if it is an n8n of yours`,
	);
}

function refused(message: string): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The callback address is not allowed',
		status: 400,
		detail: `Nothing was done. callbackUrl ${message}.`,
		issues: [{ path: 'callbackUrl', message }],
	});
}
