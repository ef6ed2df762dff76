import { type ConversationInput, settledConversation } from '../leads/conversation';
import { filterOf, type LeadConditions } from '../leads/filter';
import type { SyncPage } from './activities';

/** Which leads are wanted, and what they bring. */
export type SyncConditions = LeadConditions & ConversationInput;

/** The same as a part of a page. A page without conditions is that of older histories. */
export function wantedLeads(conditions: SyncConditions): Pick<SyncPage, 'filter' | 'oncePerPerson' | 'conversation'> {
	const filter = filterOf(conditions);
	const conversation = settledConversation(conditions);
	return {
		...(filter === undefined ? {} : { filter }),
		...(conditions.leadsPerPerson === 'one' ? { oncePerPerson: true } : {}),
		...(conversation === undefined ? {} : { conversation }),
	};
}
