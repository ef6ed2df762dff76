import type { Lead } from '../../../../api';
import type { Page, PersonAtDestination } from '../../../../worker/destinations/destination';
import { Mention } from '../../../../worker/privacy/mention';

export const OF = { connection: 'main', agentId: 'agent_support' };

let lastId = 0;

/** A lead with an id of its own; later ones were captured later. */
export function newLead(more: Partial<Lead> = {}): Lead {
	lastId += 1;
	return {
		id: lastId,
		agentId: OF.agentId,
		conversationId: `conversation_${lastId}`,
		name: 'Ada Maria Example',
		email: `lead${lastId}@example.com`,
		phone: null,
		city: 'Turin',
		country: 'Italy',
		countryCode: 'IT',
		fields: {},
		capturedAt: new Date(Date.UTC(2026, 10, 1) + lastId * 60_000).toISOString(),
		...more,
	};
}

/** @param leads oldest first */
export function pageOf(leads: Lead[]): Page {
	const cursor = { doneBefore: 0, done: [], pass: null, completeAt: null, rereadAt: 0 };
	return { of: OF, leads, kept: null, cursor, unheard: [], onWritten: () => undefined };
}

/** A data subject. @param email in lower case */
export function personWith(email: string, leads: PersonAtDestination['leads'] = []): PersonAtDestination {
	const mention = new Mention(email);
	return { email, leads, isNamedIn: (text) => mention.isInValue(text) };
}
