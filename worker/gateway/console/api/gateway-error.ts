/** 0: no response at all. 429: too many requests. The others come from a proxy, or from a gateway without its engine. */
const TEMPORARY = [0, 429, 502, 503, 504];

/** A request that the gateway refused or did not answer, in words for people. */
export class GatewayError extends Error {
	constructor(
		message: string,
		readonly status: number,
		/** Whether a reverse proxy answered instead of the gateway, to ask for a sign-in. The gateway did nothing. */
		readonly isProxys = false,
	) {
		super(message);
	}

	/** Whether nobody is signed in any longer: the token is not valid, or the session at a reverse proxy has ended. */
	get isTokenRefused(): boolean {
		return this.status === 401;
	}

	/** Whether the same request may succeed later. */
	get isTemporary(): boolean {
		return TEMPORARY.includes(this.status);
	}
}
