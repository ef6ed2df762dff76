import { NodeOperationError } from 'n8n-workflow';
import { idProblem } from './generated/ids';
import type { GatewayContext } from './gateway-context';

/** The gateway's ids are ids of Temporal, which has this limit. Bytes. */
const GATEWAY_ID_BYTES = 1_000;

/**
 * An id as a segment of a path of the gateway.
 * @param field its name in the editor
 * @throws NodeOperationError that names the field if no address can carry the id
 */
export function idInPath(context: GatewayContext, field: string, id: string, itemIndex?: number): string {
	const problem = idProblem(id, GATEWAY_ID_BYTES);
	if (problem === null) return encodeURIComponent(id);
	throw new NodeOperationError(context.getNode(), `The field "${field}" ${problem}`, {
		...(itemIndex === undefined ? {} : { itemIndex }),
		description: 'Correct the field or its expression. Nothing was sent for this item.',
	});
}
