import { hasUserInfo, isWebAddress, notAnAddress } from '../generated/no-response';

/**
 * The address of the service without /api/v1, which each request adds. People also paste it with a slash at the end, or
 * with /api/v1, as in the API's documentation.
 */
export function normalizedBaseUrl(baseUrl: string): string {
	return baseUrl
		.trim()
		.replace(/(?<!\/)\/+$/, '')
		.replace(/\/api\/v1$/, '');
}

/** @returns why no request can go to this base URL, and what to do; null if one can */
export function baseUrlProblem(baseUrl: string): { what: string; todo: string } | null {
	if (/[?#]/.test(baseUrl)) {
		return {
			what: 'The Base URL of the credential contains ? or #',
			todo: 'Remove this character and all that follows it, because the node appends paths.',
		};
	}
	const url = normalizedBaseUrl(baseUrl);
	if (hasUserInfo(url)) {
		return {
			what: 'The Base URL of the credential contains a user name or a password',
			todo: 'Remove everything between https:// and the host name, because errors show this address. The service needs only the API Key.',
		};
	}
	if (isWebAddress(url)) return null;
	return {
		what: `The Base URL of the credential is wrong: ${notAnAddress(url)}`,
		todo: 'Start it with https:// or http://, for example https://api.example.com.',
	};
}
