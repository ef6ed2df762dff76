import { randomUUID } from 'node:crypto';
import type { Repositories } from '../../database/repositories';
import { isoTime } from './business-hours';
import { CHANNELS, DIALOGUES, NO_ANSWER, type Turn } from './dialogues';
import { itemAt, type Visitor } from './visitors';

export interface SeededConversation {
	agentId: string;
	visitor: Visitor;
	/** Milliseconds since 1970. */
	startedAt: number;
	/** Selects the dialogue. Null: the visitor sent only the form. */
	number: number | null;
}

const MINUTE_MS = 60_000;
const ANSWER_MS = 4_000;

/** Creates a conversation of the past with its transcript and its unanswered questions. Returns its id. */
export function seedConversation(repositories: Repositories, seeded: SeededConversation): string {
	const { agentId, visitor, startedAt, number } = seeded;
	const id = `conv_${randomUUID()}`;
	const { name: visitorName, email: visitorEmail, city, country, countryCode } = visitor;
	repositories.conversations.insert({
		id,
		agentId,
		channel: number === null ? 'website' : itemAt(CHANNELS, number),
		visitor: { visitorName, visitorEmail, city, country, countryCode },
		createdAt: isoTime(startedAt),
	});
	if (number === null) {
		repositories.conversations.setState(id, 'resolved');
		return id;
	}
	for (const [turn, dialogue] of itemAt(DIALOGUES, number).entries()) {
		seedTurn(repositories, { agentId, id, dialogue, at: startedAt + turn * MINUTE_MS });
	}
	if (number % 3 !== 0) repositories.conversations.setState(id, 'resolved');
	if (number % 4 === 1) repositories.conversations.setRating(id, 3 + (number % 3));
	return id;
}

function seedTurn(
	{ messages, unansweredQuestions }: Repositories,
	{ agentId, id, dialogue, at }: { agentId: string; id: string; dialogue: Turn; at: number },
): void {
	const [question, answer] = dialogue;
	const answered = answer !== null;
	const createdAt = isoTime(at);
	messages.insert({ conversationId: id, role: 'visitor', content: question, answered, createdAt });
	const content = answer ?? NO_ANSWER;
	messages.insert({ conversationId: id, role: 'assistant', content, createdAt: isoTime(at + ANSWER_MS) });
	if (!answered) unansweredQuestions.insert({ agentId, conversationId: id, content: question, createdAt });
}
