import { NodeHelpers } from 'n8n-workflow';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';

/** Fields that n8n itself adds to a trigger that polls, and to a node that serves as a tool. */
const OF_N8N = ['pollTimes', 'descriptionType', 'toolDescription'];

/**
 * What is wrong with the parameters of a stored node: fields that the node does not have or does not show with these
 * values, values that it does not offer, and required fields that are empty.
 */
export function parameterProblems(node: INode, description: INodeTypeDescription): string[] {
	const { properties } = description;
	const root = NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ?? {};
	const shows = (property: INodeProperties, values: INodeParameters): boolean =>
		NodeHelpers.displayParameter(values, property, node, description, root);

	function problemsOf(fields: readonly INodeProperties[], given: INodeParameters, path: string): string[] {
		const values = { ...defaultsOf(fields), ...given };
		return Object.entries(given).flatMap(([name, value]) => {
			const place = `${path}${name}`;
			const named = fields.filter((field) => field.name === name);
			const shown = named.find((field) => shows(field, path === '' ? root : values));
			if (shown !== undefined) return ofValue(shown, value, place);
			return [named.length === 0 ? `${place} is not a field` : `${place} is not shown with these values`];
		});
	}

	function ofValue(field: INodeProperties, value: NodeParameterValueType, place: string): string[] {
		if (isExpression(value)) return field.noDataExpression ? [`${place} takes no expression`] : [];
		if (field.type === 'collection' && isObject(value))
			return problemsOf((field.options ?? []) as INodeProperties[], value, `${place}.`);
		if (field.type === 'fixedCollection' && isObject(value)) return ofGroups(field, value, place);
		return fits(field, value) ? [] : [`${place} cannot be ${JSON.stringify(value)}`];
	}

	function ofGroups({ options = [] }: INodeProperties, value: INodeParameters, place: string): string[] {
		return Object.entries(value).flatMap(([name, rows]) => {
			const group = (options as INodePropertyCollection[]).find((option) => option.name === name);
			if (group === undefined) return [`${place}.${name} is not a group of fields`];
			return [rows].flat().flatMap((row) => problemsOf(group.values, row as INodeParameters, `${place}.${name}.`));
		});
	}

	const given = Object.fromEntries(Object.entries(node.parameters).filter(([name]) => !OF_N8N.includes(name)));
	const missing = properties.filter((field) => field.required && shows(field, root) && isEmpty(root[field.name]));
	return [...problemsOf(properties, given, ''), ...missing.map(({ name }) => `${name} is required`)];
}

function defaultsOf(fields: readonly INodeProperties[]): INodeParameters {
	return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}

function fits({ type, options = [], modes = [], typeOptions }: INodeProperties, value: unknown): boolean {
	const offered = options.flatMap((option) => ('value' in option ? [option.value] : []));
	const isOffered = (one: unknown) =>
		typeOptions?.loadOptionsMethod !== undefined || offered.some((each) => each === one);
	switch (type) {
		case 'options':
			return isOffered(value);
		case 'multiOptions':
			return Array.isArray(value) && value.every(isOffered);
		case 'resourceLocator':
			return isObject(value) && value['__rl'] === true && modes.some(({ name }) => name === value['mode']);
		case 'boolean':
		case 'number':
			return typeof value === type;
		default:
			return typeof value === 'string';
	}
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

function isEmpty(value: unknown): boolean {
	const held = isObject(value) && '__rl' in value ? value['value'] : value;
	return held === undefined || held === null || held === '' || (Array.isArray(held) && held.length === 0);
}

function isObject(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
