import type { IDataObject } from 'n8n-workflow';
import type { EmailConversation } from '../../../../api';
import { rowOf } from '../../transport/row';

/** Who takes part, whether the AI is paused, and what became of each email (specification, part 2). */
export function simplifiedEmailConversation({ thread, sender, deliveries }: IDataObject): IDataObject {
	const { sessionId, mailboxId, recipients, aiPaused, updatedAt } = rowOf(thread);
	return { sessionId, mailboxId, sender, ...rowOf(recipients), aiPaused, updatedAt, deliveries };
}

/**
 * A row for each address of each email. An email without an outcome yet gets a row without an address, because n8n
 * ends a flow that gets no items.
 */
export function rowsByAddress({ thread, deliveries }: EmailConversation): IDataObject[] {
	return deliveries.flatMap(({ id, status, error, createdAt, outcomes }) =>
		(outcomes.length === 0 ? [{ address: null }] : outcomes).map((outcome) => ({
			sessionId: thread.sessionId,
			deliveryId: id,
			deliveryStatus: status,
			deliveryError: error,
			deliveryCreatedAt: createdAt,
			...rowOf(outcome),
		})),
	);
}
