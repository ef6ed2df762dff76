/** Why no response came, for the person who has to correct it. */
export interface NoResponse {
	/** A sentence without its full stop. */
	what: string;
	/** Nothing arrived at the server, so that nothing can have happened there. */
	isUnsent: boolean;
}

/** By codes of Node and axios. Each says of an address what is wrong there, without the code. */
const REASONS: ReadonlyArray<readonly [codes: RegExp, isUnsent: boolean, what: (address: string) => string]> = [
	[/^ECONNREFUSED$/, true, (address) => `No server responds at ${address}`],
	[/^(?:ENOTFOUND|EAI_AGAIN)$/, true, (address) => `The host name of ${address} is unknown`],
	[/^(?:EHOSTUNREACH|ENETUNREACH)$/, true, (address) => `The network of ${address} cannot be reached`],
	[/^(?:ERR_INVALID_URL|ERR_BAD_OPTION_VALUE|ERR_SOCKET_BAD_PORT)$/, true, (address) => notAnAddress(address)],
	[/^(?:ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/, false, (address) => `${address} did not respond in time`],
	[/^(?:ECONNRESET|EPIPE)$/, false, (address) => `${address} closed the connection without a response`],
	[/^(?:EPROTO|ERR_SSL_)/, true, (address) => `The server at ${address} does not use HTTPS`],
	[/^HPE_/, false, (address) => `The server at ${address} does not use HTTP`],
];

/** @param address the base of the request @param code of the error; empty if it has none */
export function noResponse(address: string, code: string): NoResponse {
	const found = REASONS.find(([codes]) => codes.test(code));
	if (found === undefined) {
		return { what: `No response came from ${address}${code === '' ? '' : ` (${code})`}`, isUnsent: false };
	}
	const [, isUnsent, what] = found;
	return { what: what(address), isUnsent };
}

/** Completes "the address is wrong: …". */
export function notAnAddress(text: string): string {
	return text === '' ? 'it is empty' : `"${text}" is not a web address`;
}

/**
 * Whether the address names a user or a password. Links would show them. People also paste such an address without its
 * scheme.
 */
export function hasUserInfo(text: string): boolean {
	return /^(?:[a-z][a-z0-9+.-]*:[/\\]*)?[^/\\]*@/i.test(text);
}

/** Whether a request can go to the address: it has a scheme and a host. */
export function isWebAddress(text: string): boolean {
	return URL.canParse(text) && /^https?:\/\/[^/\s]/i.test(text);
}
