// Generated from api/transcript.ts by `npm run generate`; do not edit.

/** A conversation as the service shows it. The specification does not list its fields (docs/api-notes.md). */
export type ShownConversation = Record<string, unknown>;

/** One message of a transcript, as far as it can be told. */
export interface ShownMessage {
	id: string;
	/** `visitor`, `assistant` and the like, in the service's words. */
	from: string;
	text: string;
	/** As the service shows it. */
	sentAt: string;
	/** All of its other fields; null if there are none. */
	others: unknown;
}

/** Where a conversation has its messages; the first that is there counts. */
const NAMES_OF_TRANSCRIPT = ['messages', 'transcript'];
const NAMES = {
	id: ['id', 'messageId'],
	from: ['role', 'from', 'sender', 'author'],
	text: ['content', 'text', 'message', 'body'],
	sentAt: ['createdAt', 'sentAt', 'timestamp', 'at', 'time', 'created_at'],
} as const;

/**
 * The messages of a conversation, in the service's order, whether the transcript is a list, a text, an object with a list,
 * or an object of messages. Empty if it shows none.
 */
export function messagesOf(conversation: ShownConversation): ShownMessage[] {
	const name = transcriptName(conversation);
	return name === null ? [] : listIn(conversation[name]).map(messageOf);
}

/** What a conversation shows beside its messages. An object around a list of messages stays, without the list. */
export function withoutMessages(conversation: ShownConversation): ShownConversation {
	const name = transcriptName(conversation);
	if (name === null) return conversation;
	const { [name]: transcript, ...others } = conversation;
	if (!isRecord(transcript)) return others;
	const inner = transcriptName(transcript);
	if (inner === null || !Array.isArray(transcript[inner])) return others;
	const around = Object.entries(transcript).filter(([field]) => field !== inner);
	return around.length === 0 ? others : { ...others, [name]: Object.fromEntries(around) };
}

function transcriptName(record: ShownConversation): string | null {
	return NAMES_OF_TRANSCRIPT.find((name) => record[name] !== undefined && record[name] !== null) ?? null;
}

function listIn(transcript: unknown): unknown[] {
	if (Array.isArray(transcript)) return transcript;
	if (!isRecord(transcript)) return [transcript];
	const inner = transcriptName(transcript);
	const list = inner === null ? null : transcript[inner];
	return Array.isArray(list) ? list : Object.values(transcript);
}

function messageOf(value: unknown): ShownMessage {
	if (!isRecord(value)) {
		const isText = typeof value === 'string';
		return { id: '', from: '', text: isText ? value : '', sentAt: '', others: isText ? null : value };
	}
	const message = { id: '', from: '', text: '', sentAt: '' };
	const used = new Set<string>();
	for (const [field, names] of Object.entries(NAMES) as Array<[keyof typeof NAMES, readonly string[]]>) {
		const name = names.find((each) => !used.has(each) && isPlain(value[each]));
		if (name === undefined) continue;
		message[field] = String(value[name]);
		used.add(name);
	}
	const others = Object.entries(value).filter(([name]) => !used.has(name));
	return { ...message, others: others.length === 0 ? null : Object.fromEntries(others) };
}

function isPlain(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
