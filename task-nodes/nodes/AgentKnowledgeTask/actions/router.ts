import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { findOperation } from './registry';
import { isTool } from './tool';

/** Runs the chosen operation over all items. */
export async function router(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource: string = context.getNodeParameter('resource', 0);
	const name: string = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, name);
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`This version of the node has no operation "${name}" of "${resource}"`,
			{ description: 'Choose the operation again, or update the package n8n-nodes-agent-knowledge-tasks.' },
		);
	}
	if (operation.notForTools === true && isTool(context)) {
		throw new NodeOperationError(context.getNode(), `An AI agent cannot use the operation ${operation.name}`, {
			description: 'Choose another operation. With Get of the resource Task, the agent can read a result later.',
		});
	}
	return await operation.execute(context);
}
