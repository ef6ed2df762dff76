import { z } from 'zod';
import type { Lead } from '../../../api';
import type { LeadPreview, LeadsOf, MappedField } from '../destination';
import { storableJson } from '../../storage/storable-text';
import { conversationPart, formField, sourceOf, TOO_DEEP } from '../lead-source';

/** What a receiver gets unless the settings name fields. */
const ALL = [
	'agentId',
	'conversationId',
	'name',
	'email',
	'phone',
	'city',
	'country',
	'countryCode',
	'fields',
	'capturedAt',
];
/** They identify a lead, so every message has them. */
const KEY = ['connection', 'id'];
const FORM_FIELD = /^fields\.(.+)$/;
const CONVERSATION_PART = /^conversation\.(.+)$/;

/** @param fields as in the settings. Undefined: everything */
export function webhookMapping(fields: readonly string[] = ALL): MappedField[] {
	return [...new Set([...KEY, ...fields])].map((source) => ({ field: source, source }));
}

/**
 * The `data` of a message.
 * @throws RangeError if a form field is nested too deeply for JSON
 */
export function webhookData(
	of: LeadsOf,
	lead: Lead,
	fields: readonly string[] | undefined,
): Readonly<Record<string, unknown>> {
	if (fields === undefined) return { connection: of.connection, ...lead };
	const data: Record<string, unknown> = {};
	// A form field may have any name, also __proto__.
	const form = new Map<string, unknown>();
	const conversation: Record<string, unknown> = {};
	for (const { source } of webhookMapping(fields)) {
		const [, name] = FORM_FIELD.exec(source) ?? [];
		const [, part] = CONVERSATION_PART.exec(source) ?? [];
		if (part !== undefined) conversation[part] = conversationPart(lead, part);
		else if (name !== undefined) form.set(name, formField(lead, name) ?? null);
		else if (source === 'fields') for (const [each, value] of Object.entries(lead.fields)) form.set(each, value);
		else data[source] = sourceOf(source, of, lead);
	}
	if (Object.keys(conversation).length > 0) data['conversation'] = conversation;
	const hasForm = fields.some((source) => source === 'fields' || FORM_FIELD.test(source));
	return hasForm ? { ...data, fields: Object.fromEntries(form) } : data;
}

/** The same data, by the names of the mapping. */
export function webhookPreview(of: LeadsOf, lead: Lead, fields: readonly string[] | undefined): LeadPreview {
	try {
		const data = webhookData(of, lead, fields);
		const form = formSchema.parse(data['fields']);
		const values = webhookMapping(fields).map(({ field }) => {
			const [, name] = FORM_FIELD.exec(field) ?? [];
			const [, part] = CONVERSATION_PART.exec(field) ?? [];
			const value = part === undefined ? data[field] : conversationPart(lead, part);
			return [field, shown(name === undefined ? value : form.get(name))] as const;
		});
		return { values: Object.fromEntries(values), refusal: null };
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return { values: {}, refusal: TOO_DEEP };
	}
}

/** The form in the data, if there is one. */
const formSchema = z
	.instanceof(Object)
	.catch({})
	.transform((form) => new Map<string, unknown>(Object.entries(form)));

function shown(value: unknown): string | number | null {
	if (value === undefined || value === null) return null;
	return typeof value === 'string' || typeof value === 'number' ? value : storableJson(value);
}
