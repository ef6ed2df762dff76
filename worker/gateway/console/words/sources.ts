import { wordOf } from './words';
/** What a field of a mapping takes of a lead, for people. A test compares it with the configuration. */
export const SOURCES: Readonly<Record<string, string>> = {
	connection: 'Name of the connection',
	id: 'ID of the lead',
	agentId: 'ID of the agent',
	conversationId: 'ID of the conversation',
	name: 'Name',
	firstName: 'First name: all words of the name but the last',
	lastName: 'Last name: the last word of the name',
	email: 'Email address',
	phone: 'Telephone number',
	city: 'City',
	country: 'Country',
	countryCode: 'Country code',
	fields: 'All form fields, as JSON',
	capturedAt: 'Time of capture',
	'conversation.extract': 'Conversation: first question, last answer, page',
	'conversation.text': 'Conversation: as text',
	'conversation.json': 'Conversation: its messages, as JSON',
	'conversation.missing': 'Conversation: why there is none',
};

/** @param source as in the configuration: `email`, `fields.budget` */
export function sourceWords(source: string): string {
	return source.startsWith('fields.')
		? `Form field “${source.slice('fields.'.length)}”`
		: (wordOf(SOURCES, source) ?? source);
}
