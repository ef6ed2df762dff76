/** How long a caller waits for Temporal, or for a worker behind it. In milliseconds. */
export interface ResponseLimits {
	/** For a request of the gateway. The SDK itself would retry as long as Temporal is unavailable. */
	request: number;
	/** For a probe of readiness, which comes often. */
	probe: number;
	/** For the parts of the overview. One that takes longer counts as unread. */
	overview: number;
	/** For a look-up. Below the 30 s that n8n and the command line wait for the gateway. */
	lookUp: number;
	/** For a look at an execution of n8n. Whoever decides waits for it, and must not lose the decision to an n8n that hangs. */
	execution: number;
	/** Without a response to a look-up until then, the gateway checks whether there is a worker at all. */
	askForWorkersAfter: number;
}

export const RESPONSE_LIMITS: ResponseLimits = {
	request: 8_000,
	probe: 2_000,
	overview: 8_000,
	lookUp: 20_000,
	execution: 2_500,
	askForWorkersAfter: 4_000,
};
