import type { Flow } from '../../../scripts/n8n/workflows.mjs';

/** A flow of one task node. */
export interface TaskFlow {
	/** Unique among the flows of a test file. */
	name: string;
	/** Of the task node. */
	parameters: object;
	/** Default: one item. */
	items?: readonly object[];
	/** Of the gateway, as n8n keeps it. */
	credential: { id: string; name: string };
}

/** Start → Items → Each → Task. */
export function taskFlow({ name, parameters, items = [{ number: 1 }], credential }: TaskFlow): Flow {
	const node = (id: string, type: string, typeVersion: number, more: object) => ({
		id: id.toLowerCase(),
		name: id,
		type,
		typeVersion,
		position: [0, 0],
		...more,
	});
	const to = (next: string) => ({ main: [[{ node: next, type: 'main', index: 0 }]] });
	return {
		name,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, { parameters: {} }),
			node('Items', 'n8n-nodes-base.set', 3.4, {
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
			}),
			node('Each', 'n8n-nodes-base.splitOut', 1, { parameters: { fieldToSplitOut: 'items', options: {} } }),
			node('Task', 'n8n-nodes-agent-knowledge-tasks.agentKnowledgeTask', 1, {
				credentials: { agentKnowledgeGatewayApi: credential },
				parameters: { options: {}, ...parameters },
			}),
		],
		connections: { Start: to('Items'), Items: to('Each'), Each: to('Task') },
		settings: { executionOrder: 'v1' },
	};
}
