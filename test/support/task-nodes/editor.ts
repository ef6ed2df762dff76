import 'reflect-metadata';
import '../nodes/patient-expressions';
import './n8n-folder';
import type { LoadOptionsContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { GatewayCredential } from './credentials';
import { flowOf } from './flow';
import { additionalDataFor } from './n8n-instance';

/** n8n's own context of a list in the editor. @param parameters what the fields of the node hold now */
export async function editorOf(
	credential: GatewayCredential,
	parameters: INodeParameters = {},
): Promise<LoadOptionsContext> {
	const { LoadOptionsContext: Context } = await import('n8n-core');
	const workflow = flowOf({ items: [], parameters });
	const node = workflow.getNode('Task');
	if (node === null) throw new Error('The flow has no node Task.');
	const additionalData = { ...(await additionalDataFor(workflow, credential)), currentNodeParameters: parameters };
	return new Context(workflow, node, additionalData, '');
}
