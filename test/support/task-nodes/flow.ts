import { Workflow } from 'n8n-workflow';
import type { INode, INodeType, INodeTypes, NodeParameterValueType } from 'n8n-workflow';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import { EchoNode, type SourceItem, SourceNode } from './source-node';

const TYPES: Record<string, INodeType> = {
	source: new SourceNode(),
	echo: new EchoNode(),
	agentKnowledgeTask: new AgentKnowledgeTask(),
	agentKnowledgeTaskTool: new AgentKnowledgeTask(),
};

const typeOf = (name: string): INodeType => {
	const type = TYPES[name];
	if (type === undefined) throw new Error(`The test's n8n has no node type "${name}".`);
	return type;
};

const nodeTypes: INodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: typeOf,
	getKnownTypes: () => ({}),
};

export interface TestFlow {
	items: SourceItem[];
	/** Parameters of the task node. */
	parameters: Record<string, NodeParameterValueType>;
	/** More of the task node: `onError`, another type. */
	node?: Partial<INode>;
	/** What the nodes behind both outputs show of each item. */
	show?: string;
}

/** Source → Task → Done / Not Done. */
export function flowOf({ items, parameters, node, show = '={{ JSON.stringify($json) }}' }: TestFlow): Workflow {
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const nodes: INode[] = [
		{ ...place, id: 'n1', name: 'Source', type: 'source', parameters: { items: JSON.stringify(items) } },
		{
			...place,
			id: 'n2',
			name: 'Task',
			type: 'agentKnowledgeTask',
			credentials: { agentKnowledgeGatewayApi: { id: 'c1', name: 'Gateway' } },
			parameters: { options: {}, ...parameters },
			...node,
		},
		{ ...place, id: 'n3', name: 'Done', type: 'echo', parameters: { text: show } },
		{ ...place, id: 'n4', name: 'Not Done', type: 'echo', parameters: { text: show } },
	];
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const connections = { Source: { main: [to('Task')] }, Task: { main: [to('Done'), to('Not Done')] } };
	return new Workflow({
		id: 'flow',
		name: 'Flow',
		nodes,
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
}
