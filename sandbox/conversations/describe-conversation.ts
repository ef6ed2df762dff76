import type { StoredConversation, StoredMessage } from '../database/conversations-repository';

/** A conversation as lists show it. The specification names no field; the choice is in docs/api-notes.md. */
export function describeConversation(conversation: StoredConversation) {
	const { id, agentId, channel, state, rating, messageCount, createdAt, lastMessageAt } = conversation;
	const { visitorName, visitorEmail, city, region, country, countryCode } = conversation;
	return {
		id,
		agentId,
		channel,
		state,
		visitor: { name: visitorName, email: visitorEmail, city, region, country, countryCode },
		rating,
		messageCount,
		createdAt,
		lastMessageAt,
	};
}

/** With all that was said, oldest first; never with private notes or network details (specification, part 1). */
export function describeTranscript(conversation: StoredConversation, messages: StoredMessage[]) {
	return { ...describeConversation(conversation), messages };
}
