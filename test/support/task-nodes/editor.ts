import type { INodeParameters } from 'n8n-workflow';
import type { GatewayCredential } from './credentials';
import { flowOf } from './flow';
import { additionalDataFor } from '../nodes/additional-data';
import { LoadOptionsContext } from '../nodes/n8n-core';

/** n8n's own context of a list in the editor. @param parameters what the fields of the node hold now */
export function editorOf(credential: GatewayCredential, parameters: INodeParameters = {}): LoadOptionsContext {
	const workflow = flowOf({ items: [], parameters });
	const node = workflow.getNode('Task');
	if (node === null) throw new Error('The flow has no node Task.');
	const additionalData = { ...additionalDataFor(workflow, credential), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, additionalData, '');
}
