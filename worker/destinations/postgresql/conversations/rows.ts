import { createHash } from 'node:crypto';
import { messagesOf, type ShownConversation, type ShownMessage, withoutMessages } from '../../../../api';
import { contentHash } from '../../../storage/conversation-files/content-hash';
import { startOf } from '../../../storage/conversation-files/shown-conversation';
import { shallowRecord } from '../../../storage/shallow-lead';
import { storableJson, storableText } from '../../../storage/storable-text';

/** A conversation as the tables have it. */
export interface ConversationRows {
	channel: string | null;
	state: string | null;
	/** ISO 8601. */
	startedAt: string | null;
	/** JSON of everything else that the service shows. */
	fields: string;
	messages: MessageRow[];
	/** Of all that the service shows: another hash means that something changed. */
	hash: string;
}

export interface MessageRow {
	/** Tells the message from the others of the conversation. */
	key: string;
	/** From 1 on, in the service's order. */
	position: number;
	id: string | null;
	sender: string;
	text: string;
	/** ISO 8601; null if it shows no time that a calendar has. */
	sentAt: string | null;
	/** JSON of everything else. */
	fields: string;
}

export function rowsOf(agentId: string, shown: ShownConversation): ConversationRows {
	const conversation = shallowRecord(shown);
	const { channel, state, id: _id, agentId: shownAgent, ...rest } = withoutMessages(conversation);
	const texts = { channel: textOf(channel), state: textOf(state) };
	const others = {
		...rest,
		...(texts.channel === null && channel !== undefined ? { channel } : {}),
		...(texts.state === null && state !== undefined ? { state } : {}),
		// The row has the agent whose list shows the conversation.
		...(shownAgent === agentId || shownAgent === undefined ? {} : { agentId: shownAgent }),
	};
	const start = startOf(conversation);
	const messages = withKeys(messagesOf(conversation));
	const rows = {
		...texts,
		startedAt: start === null ? null : timestampOf(start),
		fields: storableJson(others),
		messages,
	};
	return { ...rows, hash: contentHash(conversation) };
}

/** Another value than a text stays with the other fields. */
function textOf(value: unknown): string | null {
	return typeof value === 'string' ? storableText(value) : null;
}

/** A message without an id is known by its position. So is one whose id the transcript has twice. */
function withKeys(messages: readonly ShownMessage[]): MessageRow[] {
	const ids = new Map<string, number>();
	for (const { id } of messages) ids.set(id, (ids.get(id) ?? 0) + 1);
	return messages.map((message, index) => {
		const { id, from, text, sentAt, others } = message;
		const position = index + 1;
		const time = TIMESTAMP.test(sentAt) ? timestampOf(Date.parse(sentAt)) : null;
		const isUnread = sentAt !== '' && time === null;
		return {
			key: id !== '' && ids.get(id) === 1 ? keyOf(id) : `#${position}`,
			position,
			id: id === '' ? null : storableText(id),
			sender: storableText(from),
			text: storableText(text),
			sentAt: time,
			fields: storableJson(isUnread ? { value: others, sentAt } : (others ?? {})),
		};
	});
}

const LONGEST_KEY = 200;

/** Longer keys do not fit into an index. */
function keyOf(id: string): string {
	const key = `=${storableText(id)}`;
	// Another id may become the same text where characters cannot be stored.
	if (key.length <= LONGEST_KEY && key === `=${id}`) return key;
	return `sha256=${createHash('sha256').update(id, 'utf16le').digest('base64url')}`;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;

/** @param at milliseconds since 1970 @returns null if no calendar of four digits has it */
function timestampOf(at: number): string | null {
	if (Number.isNaN(at)) return null;
	const time = new Date(at).toISOString();
	// PostgreSQL has no year 0.
	return /^\d{4}-/.test(time) && !time.startsWith('0000-') ? time : null;
}
