/** Wraps one request to a webhook's host and returns its result. */
export type WatchDelivery = <Reply extends { status: number }>(
	host: string,
	post: () => Promise<Reply>,
) => Promise<Reply>;

/** Wraps nothing. */
export const unwatched: WatchDelivery = (_host, post) => post();
