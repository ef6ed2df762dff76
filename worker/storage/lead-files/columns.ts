import { conversationIn, type ConversationForm, conversationOf, type Lead } from '../../../api';
import { storableJson, storableText } from '../storable-text';
import type { Cell } from '../tables/csv-dialect';
import type { FieldColumns } from './field-names';

export interface Column {
	title: string;
	cell: (lead: Lead) => Cell;
}

const OWN = [
	'id',
	'agentId',
	'conversationId',
	'name',
	'email',
	'phone',
	'city',
	'country',
	'countryCode',
	'capturedAt',
] as const satisfies ReadonlyArray<keyof Lead>;

/** Title of the column for the form fields that have no column of their own. */
const SHARED = 'fields';

/**
 * The columns of a table: first the lead's own fields, then one column per captured form field, as `fields.<name>`, and
 * one for all other form fields, as JSON.
 * @param onShared called for each lead that has such other fields
 * @param conversation the form of the conversations, which stand before the form fields. Default: leads have none
 */
export function columnsOf(
	{ names, hasShared }: FieldColumns,
	onShared: () => void = () => undefined,
	conversation?: ConversationForm,
): Column[] {
	const own: Column[] = OWN.map((title) => ({ title, cell: (lead: Lead) => cellOf(lead[title]) }));
	if (conversation !== undefined) own.push(...conversationColumns(conversation));
	const columns = names.map((name) => ({
		title: storableText(`fields.${name}`),
		cell: (lead: Lead) => cellOf(Object.hasOwn(lead.fields, name) ? lead.fields[name] : null),
	}));
	if (!hasShared) return [...own, ...columns];
	const single = new Set(names);
	const cell = (lead: Lead) => {
		const others = Object.entries(lead.fields).filter(([name]) => !single.has(name));
		if (others.length === 0) return '';
		onShared();
		return storableJson(Object.fromEntries(others));
	};
	return [...own, ...columns, { title: SHARED, cell }];
}

function conversationColumns(form: ConversationForm): Column[] {
	return [
		{
			title: 'conversation',
			cell(lead) {
				const conversation = conversationOf(lead);
				return conversation === null ? '' : cellOf(conversationIn(form, conversation));
			},
		},
		{ title: 'conversation.missing', cell: (lead) => conversationOf(lead)?.missing ?? '' },
	];
}

/** The value of a form field for one cell. No value becomes an empty cell; lists and objects become JSON. */
function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return storableText(value);
	return typeof value === 'number' ? value : storableJson(value);
}
