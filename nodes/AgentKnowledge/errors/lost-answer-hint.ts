import type { ApiFailureFields } from '../transport/api-failure';

/** What to do when nobody saw the answer, by what makes a repeat safe. */
export function lostAnswerHint({ safety }: Pick<ApiFailureFields, 'safety'>): string {
	switch (safety) {
		case 'read':
			return 'Nothing was changed. Run it again; if it stays so, check that the service is reachable from where n8n runs.';
		case 'repeatable':
		case 'delete':
			return 'It may have taken effect. Running it again does no harm: it leads to the same state.';
		case 'idempotency-key':
		case 'client-message-id':
			return 'It may have taken effect. Run it again with the same key and the same content, as "Retry On Fail" does: then nothing happens twice. Do not give it a new key.';
		case 'never':
			return 'A real email may have been sent, so it is not sent again on its own. Look at the mailbox before running this again.';
		case 'write-once':
			return 'It may have taken effect. Look at the agent before running this again: a second request could do it twice.';
	}
}
