import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { ParameterValues } from './parameter-types';

/**
 * Reads an operation's parameters for one item. An expression can yield anything, so each value is
 * held against its description first.
 * @throws NodeOperationError naming the field, what is wrong with it and the item
 */
export function readParameters<P extends readonly INodeProperties[]>(
	context: IExecuteFunctions,
	properties: P,
	itemIndex: number,
): ParameterValues<P> {
	const values = properties
		.filter((property) => property.type !== 'notice')
		.map((property) => {
			const value: unknown = context.getNodeParameter(property.name, itemIndex, property.default, {
				extractValue: property.type === 'resourceLocator',
			});
			const checked = checkedValue(property, value);
			if (checked.problem === undefined) return [property.name, checked.value] as const;
			throw new NodeOperationError(context.getNode(), `The field "${checked.field}" ${checked.problem}`, {
				itemIndex,
				description: 'Correct the field, or the expression in it. Nothing was sent for this item.',
			});
		});
	return Object.fromEntries(values) as ParameterValues<P>;
}

type Checked = { value: unknown; problem?: undefined } | { problem: string; field: string };

function checkedValue(property: INodeProperties, value: unknown): Checked {
	if (property.type === 'collection') return checkedFields(property, property.options, value);
	if (property.type === 'fixedCollection') return checkedGroups(property, value);
	const fail = (problem: string): Checked => ({ problem, field: property.displayName });
	if (property.type === 'boolean') {
		return typeof value === 'boolean' ? { value } : fail(`must be true or false, but is ${shown(value)}`);
	}
	if (property.type === 'number') {
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		const least = property.typeOptions?.minValue;
		if (typeof number !== 'number' || !Number.isFinite(number)) return fail(`must be a number, but is ${shown(value)}`);
		if (least !== undefined && number < least) return fail(`must be at least ${least}, but is ${number}`);
		return { value: number };
	}
	if (property.type === 'options') {
		const allowed = (property.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
		if (allowed.some((one) => one === value)) return { value };
		return fail(`must be one of ${allowed.join(', ')}, but is ${shown(value)}`);
	}
	if (typeof value !== 'string' && typeof value !== 'number') return fail(`must be text, but is ${shown(value)}`);
	const text = String(value);
	if (property.required === true && text.trim() === '') return fail('is empty');
	return { value: text };
}

/** Each group holds its fields once: `multipleValues` is not in use. */
function checkedGroups(property: INodeProperties, value: unknown): Checked {
	if (typeof value !== 'object' || value === null) return notFields(property, value);
	const read: Record<string, unknown> = {};
	for (const group of property.options ?? []) {
		const given: unknown = Reflect.get(value, group.name);
		if (given === undefined || !('values' in group)) continue;
		const checked = checkedFields(property, group.values, given);
		if (checked.problem !== undefined) return checked;
		read[group.name] = checked.value;
	}
	return { value: read };
}

function notFields(property: INodeProperties, value: unknown): Checked {
	return { problem: `must hold fields, but is ${shown(value)}`, field: property.displayName };
}

function checkedFields(property: INodeProperties, options: INodeProperties['options'], value: unknown): Checked {
	if (typeof value !== 'object' || value === null) return notFields(property, value);
	const fields = (options ?? []).filter((option): option is INodeProperties => 'type' in option);
	const read: Record<string, unknown> = {};
	for (const field of fields) {
		const given: unknown = Reflect.get(value, field.name);
		if (given === undefined) continue;
		const checked = checkedValue(field, given);
		if (checked.problem !== undefined) return checked;
		read[field.name] = checked.value;
	}
	return { value: read };
}

function shown(value: unknown): string {
	if (value === undefined || value === null) return 'empty';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? `"${String(value).slice(0, 60)}"`
		: 'an object';
}
