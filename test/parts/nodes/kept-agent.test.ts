import { type INodeParameters, type INodeType, NodeHelpers } from 'n8n-workflow';
import { AgentKnowledge } from '../../../nodes/AgentKnowledge/AgentKnowledge.node';
import { resources } from '../../../nodes/AgentKnowledge/actions/registry';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import { resources as taskResources } from '../../../task-nodes/nodes/AgentKnowledgeTask/actions/registry';

// A builder chooses another resource, and then its operation. The editor computes the node's parameters after each.

const AGENT = { __rl: true, mode: 'id', value: 'agent_support' };

function changed(node: INodeType, parameters: INodeParameters, change: INodeParameters): INodeParameters {
	const { description } = node;
	const next = { ...parameters, ...change };
	return NodeHelpers.getNodeParameters(description.properties, next, true, false, null, description) ?? {};
}

const ofNode = (node: INodeType, list: typeof resources | typeof taskResources) =>
	list.flatMap(({ value: resource, operations }) =>
		operations
			.filter(({ properties }) => properties.some(({ name }) => name === 'agentId'))
			.map(({ value: operation }) => ({ node, resource, operation })),
	);

describe.each([
	['Agent Knowledge', ofNode(new AgentKnowledge(), resources)],
	[
		'Agent Knowledge Task',
		ofNode(new AgentKnowledgeTask(), taskResources).filter(({ resource }) => resource !== 'schedule'),
	],
])('%s', (_name, all) => {
	it('keeps the agent from every operation that has one to every other', () => {
		const lost = all.flatMap((from) => {
			const { node, resource, operation } = from;
			const before = changed(node, { resource, operation, agentId: AGENT }, {});
			expect(before['agentId']).toMatchObject({ value: 'agent_support' });
			return all
				.filter((to) => to.resource !== from.resource)
				.flatMap((to) => {
					const moved = changed(node, before, { resource: to.resource });
					const after = changed(node, moved, { operation: to.operation });
					const kept = after['agentId'] as { value?: unknown } | undefined;
					return kept?.value === 'agent_support' ? [] : [`${resource}.${operation} > ${to.resource}.${to.operation}`];
				});
		});
		expect(lost.filter((way) => !HIDDEN_ON_THE_WAY.test(way))).toEqual([]);
	});
});

/**
 * The other resource has an operation of the same name that has no agent, which n8n takes for the chosen one. A sync of
 * leads shows one agent only for the choice "One Agent", which the node does not have yet when n8n drops the field.
 */
const HIDDEN_ON_THE_WAY = /^\w+\.(?:getAll|get) > (?:agent|conversation)\.| > lead\.sync$/;
