/** 0: no response at all. 429: too many requests. The others come from a proxy, or from a gateway without its engine. */
const TEMPORARY = [0, 429, 502, 503, 504];

/** What a refusal says beside its sentence. */
export interface Refusal {
	/** Stable identifier of the refusal. Empty: something between the browser and the gateway answered. */
	type: string;
	/** The wrong fields. */
	issues: ReadonlyArray<{ path: string; message: string }>;
}

/** A request that the gateway refused or did not answer, in words for people. */
export class GatewayError extends Error {
	constructor(
		message: string,
		readonly status: number,
		readonly refusal: Refusal = { type: '', issues: [] },
	) {
		super(message);
	}

	/** Whether the token is unknown or no longer valid. */
	get isTokenRefused(): boolean {
		return this.status === 401;
	}

	/** Whether a change may have been made all the same: no response, a timeout, or a fault on the way. */
	get isOutcomeUnknown(): boolean {
		return this.status === 0 || this.status === 408 || this.status >= 500;
	}

	/** Whether the same request may succeed later. */
	get isTemporary(): boolean {
		return TEMPORARY.includes(this.status);
	}
}
