import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { checkedValue } from './checked-value';
import type { ParameterValues } from './parameter-types';

/**
 * Reads an operation's parameters for one item. An expression can yield anything, so each value is checked against its
 * description.
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
				description: 'Correct the field or its expression. Nothing was sent for this item.',
			});
		});
	return Object.fromEntries(values) as ParameterValues<P>;
}
