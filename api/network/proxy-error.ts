/** The proxy made no connection, so that no request was sent. */
export class ProxyError extends Error {
	override readonly name = 'ProxyError';
	readonly code = 'EPROXY';

	/** @param said completes "The proxy ..." without the proxy's address, which may hold a password */
	constructor(readonly said: string) {
		super(`The proxy ${said}`);
	}

	/** @param status of its response; undefined: it sent none */
	static answered(status: number | undefined): ProxyError {
		return new ProxyError(status === undefined ? 'did not respond' : `responded with ${status}`);
	}
}
