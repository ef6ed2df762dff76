/** The flows in `examples/` against the forms of the nodes: a changed form breaks a flow here, within seconds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import { AgentKnowledge } from '../../../nodes/AgentKnowledge/AgentKnowledge.node';
import { AgentKnowledgeTrigger } from '../../../nodes/AgentKnowledgeTrigger/AgentKnowledgeTrigger.node';
import { AgentKnowledgeSyncedLeadTrigger } from '../../../task-nodes/nodes/AgentKnowledgeSyncedLeadTrigger/AgentKnowledgeSyncedLeadTrigger.node';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import { AgentKnowledgeTaskTrigger } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/AgentKnowledgeTaskTrigger.node';
import { parameterProblems } from './flow-parameters';

const FOLDER = join(__dirname, '../../../examples');
const N8N_OWN = /^(?:n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;
/** How an expression names another node: `$('Name')`. */
const NAMED_NODE = /\$\((['"])(.*?)\1\)/g;

const DESCRIPTIONS: Record<string, INodeTypeDescription> = {
	'n8n-nodes-agent-knowledge.agentKnowledge': new AgentKnowledge().description,
	'n8n-nodes-agent-knowledge.agentKnowledgeTrigger': new AgentKnowledgeTrigger().description,
	'n8n-nodes-agent-knowledge-tasks.agentKnowledgeTask': new AgentKnowledgeTask().description,
	'n8n-nodes-agent-knowledge-tasks.agentKnowledgeTaskTrigger': new AgentKnowledgeTaskTrigger().description,
	'n8n-nodes-agent-knowledge-tasks.agentKnowledgeSyncedLeadTrigger': new AgentKnowledgeSyncedLeadTrigger().description,
};

const flowSchema = z.object({
	id: z.string(),
	name: z.string(),
	nodes: z.array(
		z.custom<INode>((node) => z.looseObject({ id: z.string(), name: z.string() }).safeParse(node).success),
	),
	connections: z.record(
		z.string(),
		z.record(z.string(), z.array(z.array(z.object({ node: z.string(), type: z.string(), index: z.number() })))),
	),
	settings: z.object({ executionOrder: z.literal('v1') }),
	/** Without it, n8n's "Execute step" fails. */
	pinData: z.object({}),
	active: z.boolean(),
});

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const flowIn = (file: string) => flowSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

/** The node's description. A node that serves as a tool has the type of its node with the ending `Tool`. */
function descriptionOf(type: string): INodeTypeDescription | undefined {
	return DESCRIPTIONS[type] ?? DESCRIPTIONS[type.replace(/Tool$/, '')];
}

describe.each(files)('%s', (file) => {
	const flow = flowIn(file);
	const names = flow.nodes.map(({ name }) => name);
	const ours = flow.nodes.filter(({ type }) => !N8N_OWN.test(type));

	it('has fields and values that the nodes have', () => {
		const problems = ours.flatMap((node) => {
			const description = descriptionOf(node.type);
			if (description === undefined) return [`${node.name}: no node has the type ${node.type}`];
			return parameterProblems(node, description).map((problem) => `${node.name}: ${problem}`);
		});
		expect(problems).toEqual([]);
	});

	it('has the credential of each node', () => {
		for (const { type, credentials = {} } of ours) {
			const needed = descriptionOf(type)?.credentials?.map(({ name }) => name);
			expect(Object.keys(credentials)).toEqual(needed);
		}
	});

	it('names each node once, and only nodes that it has', () => {
		expect(names).toHaveLength(new Set(names).size);
		const connected = Object.values(flow.connections).flatMap((byType) => Object.values(byType).flat(2));
		const inExpressions = [...JSON.stringify(flow.nodes).matchAll(NAMED_NODE)].map(([, , name = '']) => name);
		const named = [...Object.keys(flow.connections), ...connected.map(({ node }) => node), ...inExpressions];
		expect(named.filter((name) => !names.includes(name))).toEqual([]);
	});
});

it('all flows have names, nodes and webhooks of their own', () => {
	const flows = files.map(flowIn);
	const nodes = flows.flatMap((flow) => flow.nodes);
	const webhooks = nodes.flatMap(({ webhookId }) => (webhookId === undefined ? [] : [webhookId]));
	for (const ids of [flows.map(({ id }) => id), flows.map(({ name }) => name), nodes.map(({ id }) => id), webhooks])
		expect(ids).toHaveLength(new Set(ids).size);
});

describe('a form that has changed', () => {
	const node: INode = {
		id: 'n1',
		name: 'Decide',
		type: 'n8n-nodes-agent-knowledge-tasks.agentKnowledgeTask',
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'task', operation: 'decide', taskId: 'one', decision: 'reject' },
	};
	const problemsWith = (parameters: INode['parameters']) =>
		parameterProblems(
			{ ...node, parameters: { ...node.parameters, ...parameters } },
			new AgentKnowledgeTask().description,
		);

	it.each<[INode['parameters'], string[]]>([
		[{}, []],
		[{ taskName: 'one' }, ['taskName is not a field']],
		[{ content: 'A text' }, ['content is not shown with these values']],
		[{ decision: 'refuse' }, ['decision cannot be "refuse"']],
		[{ taskId: '' }, ['taskId is required']],
		[{ options: { reason: 'No' } }, ['options.reason is not a field']],
	])('is noticed for %j', (parameters, problems) => {
		expect(problemsWith(parameters)).toEqual(problems);
	});
});
