import { conversationOf, type Lead } from '../../api';

/** Letters and digits in a row that are no coincidence. A shorter quote says little of what somebody said. */
const TELLING = 10;

/**
 * Whether a short text repeats a part of the conversation that a lead brings. Reasons stand in lists, events and
 * notices, and a destination often quotes what it refuses.
 */
export function quotesConversation(text: string, lead: Lead): boolean {
	const conversation = conversationOf(lead);
	if (conversation === null) return false;
	const { firstQuestion, lastAnswer, page, text: whole, messages = [] } = conversation;
	const parts = [firstQuestion, lastAnswer, page, whole, ...messages.map((message) => message.text)];
	const said = parts.map((part) => comparable(part ?? '')).join('\n');
	const words = comparable(text);
	for (let from = 0; from + TELLING <= words.length; from += 1)
		if (said.includes(words.slice(from, from + TELLING))) return true;
	return false;
}

/** Quotes differ in case, line breaks and escapes. */
function comparable(text: string): string {
	return text
		.normalize('NFC')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}
