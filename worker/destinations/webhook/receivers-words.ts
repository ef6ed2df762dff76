import type { Lead } from '../../../api';
import { visibleLine } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import { quotesConversation } from '../conversation-quote';

/** Longest part of a response that a reason has. Characters. */
const LONGEST = 200;
/** Of a longer response, the rest is not looked at. Characters. */
const LOOKED_AT = 10_000;
/** Where receivers put their sentence in JSON, the most telling first. */
const SENTENCES = ['detail', 'message', 'error_description', 'error', 'title', 'reason'];
/** Between the words of a text. */
const BETWEEN = /([\s<>"'(),;:]+)/;
/** A shorter value is part of ordinary words. Characters. */
const SHORTEST_VALUE = 3;

/**
 * What a receiver says about a lead that it refused: its sentence in one line, bounded, and without control characters.
 * It often quotes the lead. A reason stands in lists, events and notices, so it has no address and no value of the lead.
 * @returns empty if it says nothing, or repeats what was said in the conversation of the lead
 */
export function receiversWords(body: string, lead: Lead): string {
	const said = visibleLine(withoutMarkup(sentenceIn(body.slice(0, LOOKED_AT))));
	const values = [lead.email, lead.phone, lead.name].flatMap((value) =>
		value !== null && value.trim().length >= SHORTEST_VALUE ? [value.trim()] : [],
	);
	const unnamed = values.reduce((text, value) => text.replaceAll(value, '…'), said);
	const words = unnamed
		.split(BETWEEN)
		.map((word) => (word.includes('@') ? '…' : word))
		.join('');
	const short = words.length <= LONGEST ? words : `${shortText(words, LONGEST)}…`;
	return quotesConversation(short, lead) ? '' : short;
}

function sentenceIn(body: string): string {
	try {
		return sentenceOf(JSON.parse(body)) ?? '';
	} catch {
		return body;
	}
}

/** The first sentence of JSON, also of a list of errors. */
function sentenceOf(value: unknown, depth = 0): string | null {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null || depth > 3) return null;
	if (Array.isArray(value)) return value.length === 0 ? null : sentenceOf(value[0], depth + 1);
	for (const name of SENTENCES) {
		const found = Object.hasOwn(value, name) ? sentenceOf(Reflect.get(value, name), depth + 1) : null;
		if (found !== null && found !== '') return found;
	}
	return null;
}

function withoutMarkup(text: string): string {
	return /^\s*</.test(text)
		? text.replaceAll(/<(?:style|script|title)\b[^<>]*>[^<]*/gi, ' ').replaceAll(/<[^<>]*>/g, ' ')
		: text;
}
