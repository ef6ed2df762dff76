/** 0: no response at all. 429: too many requests. The others come from a proxy, or from a gateway without its engine. */
const TEMPORARY = [0, 429, 502, 503, 504];

/** A request that the gateway refused or did not answer, in words for people. */
export class GatewayError extends Error {
	constructor(
		message: string,
		readonly status: number,
	) {
		super(message);
	}

	/** Whether the token is unknown or no longer valid. */
	get isTokenRefused(): boolean {
		return this.status === 401;
	}

	/** Whether the same request may succeed later. */
	get isTemporary(): boolean {
		return TEMPORARY.includes(this.status);
	}
}
