/** The destination cannot take anything now: the cursor is held until it can. */
export class DestinationHeldError extends Error {
	override readonly name = 'DestinationHeldError';

	/**
	 * @param message which destination, what it said and what to do; without personal data and secrets
	 * @param retryAfterMs how long it asks to be left alone, in milliseconds; null when it does not
	 */
	constructor(
		message: string,
		readonly retryAfterMs: number | null = null,
	) {
		super(message);
	}
}

/** The destination is set up in a way that leads cannot be written. */
export class DestinationUnfitError extends Error {
	override readonly name = 'DestinationUnfitError';

	/** @param issues each with the setting below `destinations` that it is about */
	constructor(
		readonly destination: string,
		readonly issues: ReadonlyArray<{ path: string; message: string }>,
	) {
		super(issues.map(({ path, message }) => `${path} ${message}`).join('; '));
	}
}
