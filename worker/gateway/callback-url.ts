import { Problem } from '../problem';

/**
 * Refuses a callback address before a wait is made: only hosts of gateway.callbackHosts (host:port, exact), and no
 * user or password in it. @throws Problem 400 with the issue path callbackUrl
 */
export function checkCallbackUrl(callbackUrl: string, callbackHosts: readonly string[]): void {
	const url = new URL(callbackUrl);
	if (url.username !== '' || url.password !== '') throw refused('must not hold a user name or password');
	const host = `${url.hostname}:${url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port}`;
	if (callbackHosts.some((allowed) => allowed.toLowerCase() === host)) return;
	throw refused(
		`leads to ${host}, which is not allowed; add ${host} to gateway.callbackHosts if it is an n8n of yours`,
	);
}

const DEFAULT_PORTS: Record<string, string | undefined> = { 'http:': '80', 'https:': '443' };

function refused(message: string): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The callback address is not allowed',
		status: 400,
		detail: `Nothing was done. callbackUrl ${message}.`,
		issues: [{ path: 'callbackUrl', message }],
	});
}
