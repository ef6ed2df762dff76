import type { IDataObject } from 'n8n-workflow';

/**
 * A conversation as a flat row. Its fields are not shown by the specification (part 2), so none is named here: plain
 * values stay, an object's plain values are lifted out of it (visitor.name becomes visitorName), and lists, such as the
 * transcript, stay.
 */
export function simplifiedConversation(conversation: IDataObject): IDataObject {
	const row: IDataObject = {};
	for (const [name, value] of Object.entries(conversation)) {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) row[name] = value;
		else for (const [inner, one] of Object.entries(value)) if (isPlain(one)) row[joined(name, inner)] = one;
	}
	return row;
}

function isPlain(value: unknown): value is string | number | boolean {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function joined(name: string, inner: string): string {
	return `${name}${inner.charAt(0).toUpperCase()}${inner.slice(1)}`;
}
