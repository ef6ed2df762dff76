import type { ApiFailureFields } from '../transport/api-failure';

/** What to do after a lost response, by what makes a retry safe. */
export function lostResponseHint({ safety }: Pick<ApiFailureFields, 'safety'>): string {
	switch (safety) {
		case 'read':
			return 'Nothing was changed. Run this again. If it still fails, check that n8n can reach the service.';
		case 'repeatable':
		case 'delete':
			return 'The request may have taken effect. You can safely run it again: it leads to the same state.';
		case 'idempotency-key':
		case 'client-message-id':
			return 'The request may have taken effect. Run it again with the same key and the same content, as "Retry On Fail" does. Then nothing happens twice. Do not use a new key.';
		case 'never':
			return 'A real email may have been sent, so the node does not send it again. Check the mailbox before you run this again.';
		case 'write-once':
			return 'The request may have taken effect. Check the agent before you run this again: a second request could do it twice.';
	}
}
