import { createHash } from 'node:crypto';
import { conversationOf, extractText, type Lead, type LeadConversation } from '../../../api';
import { storableText } from '../../storage/storable-text';
import type { LeadsOf } from '../destination';

/** HubSpot takes 65,536 characters of HTML. */
const MOST_CHARACTERS = 65_000;
const MARK_LENGTH = 16;
const CUT = '<br>…';

/**
 * The words by which the note of a conversation is found again. HubSpot may change the HTML around them, so they are
 * plain text that people see too.
 */
export function noteMark({ connection }: Pick<LeadsOf, 'connection'>, conversationId: string): string {
	const mark = createHash('sha256')
		.update(JSON.stringify([connection, conversationId]))
		.digest('hex');
	return `Agent Knowledge conversation ${mark.slice(0, MARK_LENGTH)}`;
}

/** Whether a note is one that a sync wrote, and nobody has written anything below it since. */
export function isWholeNote(html: string): boolean {
	return /Agent Knowledge conversation [0-9a-f]{16}$/.test(textIn(html));
}

/** The text of a note. HubSpot may write the same HTML in another way. */
export function textIn(html: string): string {
	return html
		.replaceAll(/<[^<>]*>/g, ' ')
		.replaceAll('&quot;', '"')
		.replaceAll(/\s+/g, ' ')
		.trim();
}

/** A conversation as a note, with its mark at the end. Null if the lead brings none. */
export function noteBody(of: LeadsOf, lead: Lead): string | null {
	const conversation = conversationOf(lead);
	if (conversation === null || conversation.missing !== null) return null;
	const text = textOf(conversation);
	if (text === '') return null;
	const end = `<br><br>${noteMark(of, lead.conversationId)}`;
	return `${htmlOf(text, MOST_CHARACTERS - end.length, conversation.cut)}${end}`;
}

function textOf(conversation: LeadConversation): string {
	const { page, text } = conversation;
	if (text === undefined) return extractText(conversation);
	return [...(page === null ? [] : [`Page: ${page}`]), ...(text === '' ? [] : [text])].join('\n\n');
}

/** Text as HTML, of at most so many characters. */
function htmlOf(text: string, most: number, isCut: boolean): string {
	const parts: string[] = [];
	let length = 0;
	for (const character of storableText(text).replaceAll(/\r\n?/g, '\n')) {
		const part = HTML.get(character) ?? character;
		if (length + part.length > most - CUT.length) return `${parts.join('')}${CUT}`;
		parts.push(part);
		length += part.length;
	}
	return `${parts.join('')}${isCut ? CUT : ''}`;
}

const HTML = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	['\n', '<br>'],
]);
