import { messagesOf, type ShownConversation, type ShownMessage } from './transcript';

/** How a lead comes with its conversation. Each form also has what the forms before it have. */
export const CONVERSATION_FORMS = ['extract', 'text', 'json'] as const;
export type ConversationForm = (typeof CONVERSATION_FORMS)[number];

/**
 * Why a lead comes without its conversation.
 * - `no_id`: the lead names none.
 * - `deleted`: the service no longer has it.
 * - `agent_gone`: its agent was deleted or taken from the key meanwhile.
 * - `other_agent`: it is one of another agent.
 * - `refused`: the service refused to give it out.
 * - `failed`: the service fails for this conversation alone.
 * - `erased`: it names a person who was erased.
 */
export type NoConversation = 'no_id' | 'deleted' | 'agent_gone' | 'other_agent' | 'refused' | 'failed' | 'erased';

/** One message of the form `json`. Null: the service does not show it. */
export interface LeadMessage {
	/** `visitor`, `assistant` and the like, in the service's words. */
	from: string | null;
	text: string;
	/** As the service shows it. */
	sentAt: string | null;
}

/** What a lead has as `conversation`. */
export interface LeadConversation {
	/** Null: it is here. */
	missing: NoConversation | null;
	firstQuestion: string | null;
	lastAnswer: string | null;
	/** The address of the page on which it took place. */
	page: string | null;
	/** ISO 8601 UTC. Null: the service shows no time. */
	lastMessageAt: string | null;
	/** Something was cut to the size. */
	cut: boolean;
	/** All messages, a paragraph each. Of the forms `text` and `json`. */
	text?: string;
	/** Of the form `json`. */
	messages?: LeadMessage[];
}

export function noConversation(missing: NoConversation): LeadConversation {
	return { missing, firstQuestion: null, lastAnswer: null, page: null, lastMessageAt: null, cut: false };
}

/** As long as the addresses that browsers and servers handle. */
const LONGEST_PAGE = 2_000;

/**
 * A conversation as a lead takes it, whatever the service's transcript looks like.
 * @param size the most characters (code points) of the extract, of the text, and of all messages together
 */
export function leadConversation(shown: ShownConversation, form: ConversationForm, size: number): LeadConversation {
	const cutter = new Cutter();
	const messages = inOrder(
		messagesOf(shown)
			.map(withParts)
			.filter(({ text }) => text.trim() !== ''),
	);
	const { question, answer } = extractOf(messages);
	const half = answer === null ? size : Math.ceil(size / 2);
	const last = lastTimeOf(messages, shown);
	return {
		missing: null,
		firstQuestion: question === null ? null : cutter.cut(question, half),
		lastAnswer: answer === null ? null : cutter.cut(answer, size - half),
		page: pageOf(shown),
		lastMessageAt: last === null ? null : new Date(last).toISOString(),
		...(form === 'extract' ? {} : { text: cutter.text(messages, size) }),
		...(form === 'json' ? { messages: cutter.messages(messages, size) } : {}),
		cut: cutter.hasCut,
	};
}

/** The extract as a text: its parts that there are, a line each. */
export function extractText({ firstQuestion, lastAnswer, page }: LeadConversation): string {
	const parts = { 'First question': firstQuestion, 'Last answer': lastAnswer, Page: page };
	return Object.entries(parts)
		.flatMap(([name, text]) => (text === null ? [] : [`${name}: ${text}`]))
		.join('\n');
}

/** The conversation in one value: a text, or the messages. Null: it has none in this form. */
export function conversationIn(form: ConversationForm, conversation: LeadConversation): string | LeadMessage[] | null {
	if (conversation.missing !== null) return null;
	if (form === 'extract') return extractText(conversation);
	return (form === 'text' ? conversation.text : conversation.messages) ?? null;
}

/** The conversation that was read for a lead. Null: none was read. */
export function conversationOf(lead: object): LeadConversation | null {
	const conversation = 'conversation' in lead ? lead.conversation : null;
	return typeof conversation === 'object' && conversation !== null && 'missing' in conversation
		? (conversation as LeadConversation)
		: null;
}

/** Cuts texts to so many code points, and notes that it did. Half of a character and U+0000 become U+FFFD. */
class Cutter {
	hasCut = false;

	cut(text: string, size: number): string {
		// So many code units hold more code points than the size, and no others are looked at.
		const whole = text
			.slice(0, 2 * size + 2)
			.toWellFormed()
			.replaceAll('\0', '\ufffd');
		if (text.length <= size) return whole;
		const points = Array.from(whole);
		if (points.length <= size) return whole;
		this.hasCut = true;
		return points.slice(0, size).join('');
	}

	/** Messages as paragraphs. Those that come after the size are not looked at. */
	text(messages: readonly ShownMessage[], size: number): string {
		let text = '';
		for (const message of messages) {
			// So many code units hold more code points than the size.
			if (text.length > 2 * size) break;
			text += `${text === '' ? '' : '\n\n'}${paragraph(message)}`;
		}
		return this.cut(text, size);
	}

	/** Messages until their texts have the size. */
	messages(messages: readonly ShownMessage[], size: number): LeadMessage[] {
		const kept: LeadMessage[] = [];
		let left = size;
		for (const { from, text, sentAt } of messages) {
			if (left <= 0) {
				this.hasCut = true;
				break;
			}
			const part = this.cut(text, left);
			left -= Array.from(part).length + LEAST_OF_MESSAGE;
			kept.push({ from: shortened(from), text: part, sentAt: shortened(sentAt) });
		}
		return kept;
	}
}

/** A message counts as longer than its text, so that a million empty ones do not fit. */
const LEAST_OF_MESSAGE = 1;
/** Names of senders and times. */
const LONGEST_NAME = 100;

function shortened(text: string): string | null {
	const cutter = new Cutter();
	return text === '' ? null : cutter.cut(text, LONGEST_NAME);
}

function paragraph({ from, text, sentAt }: ShownMessage): string {
	const at = sentAt === '' ? null : `(${shortened(sentAt)})`;
	const who = [shortened(from), at].filter((part) => part !== null).join(' ');
	return who === '' ? text : `${who}: ${text}`;
}

const OF_VISITORS = new Set(['visitor', 'user', 'customer', 'human', 'client', 'contact', 'guest', 'lead', 'end_user']);
const OF_ANSWERS = new Set(['assistant', 'bot', 'agent', 'ai', 'model', 'teammate', 'team', 'operator', 'human_agent']);

/** Who wrote a message is known by the names that services use. Else the first message is taken for the question. */
function extractOf(messages: readonly ShownMessage[]): { question: string | null; answer: string | null } {
	const isOf = (names: ReadonlySet<string>) => (message: ShownMessage) =>
		names.has(message.from.slice(0, LONGEST_NAME).trim().toLowerCase());
	const asked = messages.find(isOf(OF_VISITORS)) ?? messages.find((message) => !isOf(OF_ANSWERS)(message));
	const isAnswer = (message: ShownMessage) => message.from !== '' && message.from !== asked?.from;
	const answered = messages.findLast(isOf(OF_ANSWERS)) ?? messages.findLast(isAnswer);
	return { question: asked?.text ?? null, answer: answered?.text ?? null };
}

/** Some services give a text in parts, as a list of objects that have a text each. */
function withParts(message: ShownMessage): ShownMessage {
	const { text, others } = message;
	if (text !== '' || typeof others !== 'object' || others === null) return message;
	const parts = Object.values(others).find((value) => Array.isArray(value)) as unknown[] | undefined;
	return { ...message, text: (parts ?? []).flatMap(textIn).join('\n') };
}

function textIn(part: unknown): string[] {
	if (typeof part === 'string') return [part];
	if (typeof part !== 'object' || part === null || !('text' in part)) return [];
	return typeof part.text === 'string' ? [part.text] : [];
}

/** By their times if all show one. Otherwise the service's order is the only one there is. */
function inOrder(messages: ShownMessage[]): ShownMessage[] {
	const timed = messages.map((message) => ({ message, at: timeIn(message.sentAt) }));
	if (timed.some(({ at }) => at === null)) return messages;
	return timed.sort((one, other) => (one.at ?? 0) - (other.at ?? 0)).map(({ message }) => message);
}

const NAMES_OF_LAST = ['lastMessageAt', 'last_message_at', 'updatedAt', 'updated_at', 'createdAt', 'created_at'];

/** Milliseconds since 1970. Null: the conversation shows no time. */
function lastTimeOf(messages: readonly ShownMessage[], shown: ShownConversation): number | null {
	const times = messages.flatMap(({ sentAt }) => timeIn(sentAt) ?? []);
	if (times.length > 0) return times.reduce((latest, time) => Math.max(latest, time));
	for (const name of NAMES_OF_LAST) {
		const value = shown[name];
		const time = typeof value === 'string' || typeof value === 'number' ? timeIn(String(value)) : null;
		if (time !== null) return time;
	}
	return null;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T/;
/** Seconds or milliseconds since 1970. */
const SINCE_1970 = /^\d{9,13}$/;
const SECONDS_DIGITS = 11;
/** The latest time that a date can hold. */
const LATEST = 8.64e15;

function timeIn(text: string): number | null {
	if (SINCE_1970.test(text)) return Number(text) * (text.length < SECONDS_DIGITS ? 1000 : 1);
	const time = ISO_TIME.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(time) || Math.abs(time) > LATEST ? null : time;
}

const NAMES_OF_PAGE = ['pageUrl', 'page_url', 'page', 'pageAddress', 'sourceUrl', 'source_url', 'url', 'landingPage'];
/** Objects that services put such an address into. */
const AROUND_PAGE = ['page', 'source', 'metadata', 'context', 'visitor'];

/** Cut off, an address would lead elsewhere: one that is too long does not count. */
function pageOf(shown: ShownConversation): string | null {
	const places = [shown, ...AROUND_PAGE.map((name) => shown[name])];
	for (const place of places) {
		if (typeof place !== 'object' || place === null) continue;
		for (const name of NAMES_OF_PAGE) {
			const value = (place as ShownConversation)[name];
			if (typeof value === 'string' && isPage(value)) return new Cutter().cut(value, LONGEST_PAGE);
		}
	}
	return null;
}

function isPage(text: string): boolean {
	return text.length <= LONGEST_PAGE && /^https?:\/\/\S+$/i.test(text);
}
