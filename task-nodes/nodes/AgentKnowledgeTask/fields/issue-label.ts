import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { DescribeIssue } from '../../gateway/gateway-errors';

/** The node's field for each field of a task's input, by the input's name. */
export type InputFields = Readonly<Record<string, INodeProperties>>;

/** Longer values are not quoted. Characters. */
const LONGEST_QUOTE = 80;

/**
 * Says what is wrong in the words of the form: the field's label, the row, and the value. The gateway names its own
 * path, such as `to.0` or `sources.2.url`.
 * @returns a function that gives undefined for a path that no field of the node holds
 */
export function issueDescriber(fields: InputFields, input: IDataObject): DescribeIssue {
	return ({ path, message }) => {
		const [name = '', ...rest] = path.split('.');
		const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (field === undefined) return undefined;
		const place = [field.displayName, ...placeIn(field, rest)].join(', ');
		// Some messages begin with the value, and some continue with the name of a second field.
		if (message.startsWith('"')) return `${place}: ${message}`;
		const value = message.startsWith('and ') ? '' : quoted(valueAt(input, [name, ...rest]));
		return value === '' ? `${place} ${message}` : `${place}: ${value} ${message}`;
	};
}

/** The place in a field with rows. In a list, the value itself shows which text is meant. */
function placeIn(field: INodeProperties, [index, column]: string[]): string[] {
	if (index === undefined || !['fixedCollection', 'json'].includes(field.type)) return [];
	const row = /^\d+$/.test(index) ? [`row ${Number(index) + 1}`] : [];
	return column === undefined ? row : [...row, columnOf(field, column)];
}

function columnOf(field: INodeProperties, column: string): string {
	const values = (field.options ?? []).flatMap((option) => ('values' in option ? option.values : []));
	return values.find(({ name }) => name === column)?.displayName ?? column;
}

function valueAt(input: unknown, path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(value, key) =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
		input,
	);
}

function quoted(value: unknown): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return text === '' || text.length > LONGEST_QUOTE || /\n/.test(text) ? '' : `"${text}"`;
}
