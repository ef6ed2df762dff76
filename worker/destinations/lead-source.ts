import { z } from 'zod';
import { CONVERSATION_FORMS, conversationIn, conversationOf, type Lead } from '../../api';
import { storableJson, storableText } from '../storage/storable-text';
import type { LeadsOf } from './destination';

/**
 * What of a lead a column or a property can take. `fields.<name>` is one captured form field. Only leads of a sync that
 * reads conversations have one.
 */
export const LEAD_SOURCES = [
	'connection',
	'id',
	'agentId',
	'conversationId',
	'name',
	'firstName',
	'lastName',
	'email',
	'phone',
	'city',
	'country',
	'countryCode',
	'fields',
	'capturedAt',
	'conversation.extract',
	'conversation.text',
	'conversation.json',
	'conversation.missing',
] as const;

/** One of them, as a setting. */
export const leadSource = z
	.string()
	.refine(
		(text) => LEAD_SOURCES.some((source) => source === text) || /^fields\..+$/.test(text),
		`must be one of ${LEAD_SOURCES.join(', ')}, or fields.<name of a form field>`,
	);

/** What a lead without a name is called, and which name one word is. */
export interface NameRules {
	/** Undefined: it has none. */
	withoutName?: string | undefined;
	oneWordName: 'first' | 'last';
}

export const withoutName = z.string().trim().min(1, 'is empty; remove it').max(100).optional();
export const oneWordName = z.enum(['first', 'last']).default('first');

const AS_GIVEN: NameRules = { oneWordName: 'first' };

/**
 * The value of a lead for a mapped column or property (see the configuration, `destinations`).
 * @returns null if the lead has none; JSON for a form field other than text; text is always storable
 * @throws RangeError if a form field is nested too deeply for JSON
 */
export function sourceOf(source: string, of: LeadsOf, lead: Lead, names = AS_GIVEN): string | number | null {
	const value = valueOf(source, of, lead, names);
	return typeof value === 'string' ? storableText(value) : value;
}

function valueOf(source: string, { connection }: LeadsOf, lead: Lead, names: NameRules): string | number | null {
	if (source.startsWith('fields.')) return textOf(formField(lead, source.slice('fields.'.length)));
	if (source.startsWith('conversation.')) return textOf(conversationPart(lead, source.slice('conversation.'.length)));
	switch (source) {
		case 'connection':
			return connection;
		case 'firstName':
			return nameParts(nameOf(lead, names), names).first;
		case 'lastName':
			return nameParts(nameOf(lead, names), names).last;
		case 'name':
			return nameOf(lead, names);
		case 'fields':
			return storableJson(lead.fields);
		case 'id':
		case 'agentId':
		case 'conversationId':
		case 'email':
		case 'phone':
		case 'city':
		case 'country':
		case 'countryCode':
		case 'capturedAt':
			return lead[source];
		default:
			return null;
	}
}

/** What a visitor typed into a field of a form. Undefined if the form had no such field, also with a name like `constructor`. */
export function formField({ fields }: Lead, name: string): unknown {
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A part of the conversation of a lead. Null if none was read, or in another form. */
export function conversationPart(lead: Lead, part: string): unknown {
	const conversation = conversationOf(lead);
	if (conversation === null) return null;
	if (part === 'missing') return conversation.missing;
	const form = CONVERSATION_FORMS.find((each) => each === part);
	return form === undefined ? null : conversationIn(form, conversation);
}

function nameOf({ name }: Lead, { withoutName }: NameRules): string {
	return withoutName !== undefined && name.trim() === '' ? withoutName : name;
}

/** The service has a single name. All words except the last one become the first name. */
function nameParts(name: string, { oneWordName }: NameRules): { first: string | null; last: string | null } {
	const words = name.trim().split(/\s+/);
	if (words.length < 2) {
		const [word = ''] = words;
		return oneWordName === 'first' ? { first: word, last: null } : { first: null, last: word };
	}
	return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? null };
}

function textOf(value: unknown): string | null {
	if (value === undefined || value === null) return null;
	return typeof value === 'string' ? value : storableJson(value);
}

/** The reason if the fields of a lead cannot become JSON. */
export const TOO_DEEP = 'Its fields are nested too deeply for JSON.';
