import { z } from 'zod';
import type { Lead } from '../../api';
import { storableJson, storableText } from '../storage/storable-text';
import type { LeadsOf } from './destination';

/** What of a lead a column or a property can take. `fields.<name>` is one captured form field. */
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
] as const;

/** One of them, as a setting. */
export const leadSource = z
	.string()
	.refine(
		(text) => LEAD_SOURCES.some((source) => source === text) || /^fields\..+$/.test(text),
		`must be one of ${LEAD_SOURCES.join(', ')}, or fields.<name of a form field>`,
	);

/**
 * The value of a lead for a mapped column or property (see the configuration, `destinations`).
 * @returns null if the lead has none; JSON for a form field other than text; text is always storable
 * @throws RangeError if a form field is nested too deeply for JSON
 */
export function sourceOf(source: string, of: LeadsOf, lead: Lead): string | number | null {
	const value = valueOf(source, of, lead);
	return typeof value === 'string' ? storableText(value) : value;
}

function valueOf(source: string, { connection }: LeadsOf, lead: Lead): string | number | null {
	if (source.startsWith('fields.')) return textOf(formField(lead, source.slice('fields.'.length)));
	switch (source) {
		case 'connection':
			return connection;
		case 'firstName':
			return nameParts(lead.name).first;
		case 'lastName':
			return nameParts(lead.name).last;
		case 'fields':
			return storableJson(lead.fields);
		case 'id':
		case 'agentId':
		case 'conversationId':
		case 'name':
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

/** The service has a single name. All words except the last one become the first name. */
function nameParts(name: string): { first: string; last: string | null } {
	const words = name.trim().split(/\s+/);
	if (words.length < 2) return { first: words[0] ?? '', last: null };
	return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? null };
}

function textOf(value: unknown): string | null {
	if (value === undefined || value === null) return null;
	return typeof value === 'string' ? value : storableJson(value);
}

/** The reason if the fields of a lead cannot become JSON. */
export const TOO_DEEP = 'Its fields are nested too deeply for JSON.';
