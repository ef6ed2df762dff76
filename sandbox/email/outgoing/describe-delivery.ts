import type { RecipientState, StoredDelivery, StoredRecipient } from '../../database/deliveries-repository';

/** Nothing happened to these addresses yet. */
const OPEN: ReadonlySet<RecipientState> = new Set(['waiting', 'attempting']);

/** A delivery with what became of each address, as the API shows it (specification, part 2). */
export function describeDelivery(delivery: StoredDelivery, recipients: StoredRecipient[]) {
	const failed = recipients.find(({ state, reason }) => reason !== null && !OPEN.has(state));
	return {
		id: delivery.id,
		status: statusOf(recipients.map(({ state }) => state)),
		error: failed ? `${failed.address}: ${failed.reason}` : null,
		createdAt: delivery.createdAt,
		outcomes: recipients
			.filter(({ state }) => !OPEN.has(state))
			.map(({ address, state, reason, occurredAt }) => ({ address, status: state, occurredAt, reason })),
	};
}

/** What most needs to be known of all addresses; where they went different ways to the end, `partially_delivered`. */
function statusOf(states: RecipientState[]): RecipientState | 'queued' | 'sending' | 'partially_delivered' {
	if (states.includes('attempting')) return 'sending';
	if (states.includes('waiting')) return 'queued';
	if (states.includes('uncertain')) return 'uncertain';
	if (states.includes('deferred')) return 'deferred';
	const [first = 'cancelled', ...others] = new Set(states);
	return others.length === 0 ? first : 'partially_delivered';
}
