/** Something that a caller should know before the start. It does not prevent the start. */
export interface StartWarning {
	/** Stable identifier, for programs. `not_checked`: the service was not asked whether what is named exists. */
	type: 'nobody_notified' | 'not_checked';
	/** The field of the input that it is about. */
	path: string;
	message: string;
}

/** How people learn of a review. */
export interface Notifying {
	subscriptions: {
		list(): Promise<ReadonlyArray<{ enabled: boolean; events: readonly string[]; connection: string | null }>>;
	};
	/** Whether the worker has a mail server. */
	sendsMail: boolean;
}

/**
 * Warns if a review would wait for a decision and no one would be notified of it: no reviewer by mail, and no
 * subscription to review.requested.
 */
export async function unnotifiedReview(
	{ subscriptions, sendsMail }: Notifying,
	{ connection, reviewers = [] }: { connection: string; reviewers?: readonly string[] | undefined },
): Promise<StartWarning[]> {
	if (reviewers.length > 0 && sendsMail) return [];
	const wants = (await subscriptions.list()).some(
		({ enabled, events, connection: only }) =>
			enabled && events.includes('review.requested') && (only === null || only === connection),
	);
	if (wants) return [];
	const why =
		reviewers.length === 0
			? 'is empty, and no subscription receives review.requested'
			: 'cannot be notified, because the worker has no mail server (the setting mail), and no subscription receives review.requested';
	return [{ type: 'nobody_notified', path: 'reviewers', message: why }];
}
