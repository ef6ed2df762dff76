/** Limits and waits of calls of the gateway, in milliseconds. Only tests change them. */
export const timing = {
	/** The longest call, if nothing else is said. */
	requestMs: 30_000,
	/** The longest call while n8n publishes or unpublishes a flow. */
	publishMs: 10_000,
	/** The longest call while the gateway, or the end of n8n, waits for the node. */
	shortMs: 3_000,
	/** The longest test of a credential, for which a person waits. */
	credentialTestMs: 20_000,
	/** How long the look at the own page of another server may take. */
	lookMs: 5_000,
	/** Before each retry. */
	repeatAfterMs: [500, 2_000],
};
