import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { idProblem } from '../../generated/ids';
import { checkedValue } from './checked-value';
import type { ParameterValues } from './parameter-types';

/** Ends the description of an error that stopped an item before its request. */
export const NOTHING_SENT = 'Nothing was sent for this item.';

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
			throw wrongField(context, `The field "${checked.field}" ${checked.problem}`, itemIndex);
		});
	return Object.fromEntries(values) as ParameterValues<P>;
}

/** @throws NodeOperationError if no address can carry an id, which the request would find out itself */
export function assertIds(
	context: IExecuteFunctions,
	properties: readonly INodeProperties[],
	{ values, itemIndex }: { values: object; itemIndex: number },
): void {
	for (const { type, name, displayName } of properties) {
		const value: unknown = Reflect.get(values, name);
		const problem = type === 'resourceLocator' && typeof value === 'string' ? idProblem(value) : null;
		if (problem !== null) throw wrongField(context, `The field "${displayName}" ${problem}`, itemIndex);
	}
}

function wrongField(context: IExecuteFunctions, message: string, itemIndex: number): NodeOperationError {
	const description = `Correct the field or its expression. ${NOTHING_SENT}`;
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
