/** A document could not be had; the message is for the source's owner. */
export class FetchError extends Error {
	override name = 'FetchError';

	/** @param status of the answer, where there was one */
	constructor(
		message: string,
		readonly status?: number,
	) {
		super(message);
	}

	/** The server says that there is no such document; other failures may pass. */
	get isGone(): boolean {
		return this.status === 404 || this.status === 410;
	}
}
