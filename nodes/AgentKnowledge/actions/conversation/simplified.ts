import type { IDataObject } from 'n8n-workflow';

/**
 * A conversation as a flat row. The specification does not show its fields (part 2), so the code names none. An object
 * of plain values becomes columns (visitor.name becomes visitorName). Everything else stays, so the row has the
 * transcript in any form.
 */
export function simplifiedConversation(conversation: IDataObject): IDataObject {
	const row: Array<[name: string, value: IDataObject[string]]> = [];
	for (const [name, value] of Object.entries(conversation)) {
		if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.values(value).every(isPlain)) {
			row.push([name, value]);
		} else {
			for (const [inner, one] of Object.entries(value as IDataObject))
				if (one !== null) row.push([joined(name, inner), one]);
		}
	}
	// By entries: a field may have any name, also __proto__.
	return Object.fromEntries(row);
}

function isPlain(value: unknown): boolean {
	return typeof value !== 'object' || value === null;
}

function joined(name: string, inner: string): string {
	return `${name}${inner.charAt(0).toUpperCase()}${inner.slice(1)}`;
}
