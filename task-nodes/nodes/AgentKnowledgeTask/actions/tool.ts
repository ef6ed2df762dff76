import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent uses the node as a tool: n8n then adds to the type of the node. */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}
