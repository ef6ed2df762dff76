import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { rowOf } from '../../transport/row';

export const flattenFields = {
	displayName: 'Flatten Form Fields',
	name: 'flattenFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to put each form field at the top of the item, as a table needs it. If the item already has such a field, its name gets the prefix form_.',
} as const satisfies INodeProperties;

/** The form fields of a lead beside its other fields. */
export function flattened(lead: IDataObject): IDataObject {
	const { fields, ...row } = lead;
	if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return lead;
	const named = Object.entries(rowOf(fields)).map(
		([name, value]) => [Object.hasOwn(row, name) ? `form_${name}` : name, value] as const,
	);
	return { ...row, ...Object.fromEntries(named) };
}
