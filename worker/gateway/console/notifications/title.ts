import type { Subscription } from '../api/types';
import { FORMATS } from '../words/events';

type Receiver = Pick<Subscription, 'format' | 'url' | 'recipients'>;

/** Scheme and host of a receiver: the rest of an address can be a secret. Of mailboxes, their addresses. */
export function receiverOf({ url, recipients }: Receiver): string {
	if (url === null) return recipients.join(', ');
	return URL.canParse(url) ? `${new URL(url).origin}/…` : url;
}

/** What people call a subscription: their own words, or where it goes. */
export function titleOf({ description, ...receiver }: Receiver & Pick<Subscription, 'description'>): string {
	return description === '' ? `${FORMATS[receiver.format] ?? receiver.format}: ${receiverOf(receiver)}` : description;
}

/** Whether a token may see and change a subscription: the links of reviews decide. */
export function needsDecide(events: readonly string[]): boolean {
	return events.includes('review.requested');
}
