import { type INode, type INodeType, Workflow } from 'n8n-workflow';
import { AgentKnowledge } from '../../../nodes/AgentKnowledge/AgentKnowledge.node';
import { resources } from '../../../nodes/AgentKnowledge/actions/registry';
import { AgentKnowledgeTrigger } from '../../../nodes/AgentKnowledgeTrigger/AgentKnowledgeTrigger.node';
import { AgentKnowledgeSyncedLeadTrigger } from '../../../task-nodes/nodes/AgentKnowledgeSyncedLeadTrigger/AgentKnowledgeSyncedLeadTrigger.node';
import { AgentKnowledgeTaskTrigger } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/AgentKnowledgeTaskTrigger.node';
import '../../support/nodes/patient-expressions';

/** What n8n shows below the name of a node with these parameters. */
async function subtitleOf(type: INodeType, parameters: INode['parameters']): Promise<unknown> {
	const typeOf = () => type;
	const nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };
	const node: INode = { id: '1', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0], parameters };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	await workflow.expression.acquireIsolate();
	const filled = workflow.getNode('Node') ?? node;
	return workflow.expression.getSimpleParameterValue(filled, type.description.subtitle, 'internal', {});
}

const operations = resources.flatMap(({ value: resource, operations: list }) =>
	list.map(({ value: operation, action }) => ({ resource, operation, action })),
);

it.each(operations)('$resource, $operation reads "$action"', async ({ action, ...parameters }) => {
	expect(await subtitleOf(new AgentKnowledge(), parameters)).toBe(action);
});

it('the agent stands there once it is chosen, because the name of the node has the action already', async () => {
	const agentId = { __rl: true, mode: 'list', value: 'agent_support', cachedResultName: 'Support' };
	const parameters = { resource: 'lead', operation: 'getAll', agentId };
	expect(await subtitleOf(new AgentKnowledge(), parameters)).toBe('agent_support');
});

it('a trigger names its events as its form does', async () => {
	expect(await subtitleOf(new AgentKnowledgeTrigger(), { event: 'newLead' })).toBe('New Lead');
	const events = ['task.failed', 'review.requested'];
	const subtitle = await subtitleOf(new AgentKnowledgeTaskTrigger(), { events });
	expect(subtitle).toBe('Task Failed, Review Requested');
});

/** n8n's panel lists the events of a trigger as "On new lead": it splits names at signs, and writes them small. */
it.each(
	new AgentKnowledgeTrigger().description.properties.flatMap(({ name, options = [] }) =>
		name === 'event' ? options : [],
	),
)('the event $name survives that n8n writes it small', ({ name }) => {
	expect(name).toMatch(/^[A-Z][a-z]+(?: [A-Za-z][a-z]+)*$/);
});

it.each([new AgentKnowledgeTrigger(), new AgentKnowledgeTaskTrigger(), new AgentKnowledgeSyncedLeadTrigger()])(
	'the panel says in six words what $description.displayName is for',
	({ description }) => {
		expect(description.description.split(' ')).toHaveLength(6);
	},
);
