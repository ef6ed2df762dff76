import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { credentialTest } from '../AgentKnowledge/methods/credential-test';
import { agentOptions } from '../AgentKnowledge/methods/agent-options';
import { agentSearch } from '../AgentKnowledge/methods/listSearch';
import { events } from './events';
import { poll } from './poll';
import { triggerProperties } from './properties';

const nameOfEvent = Object.fromEntries(events.map(({ value, name }) => [value, name]));

export class AgentKnowledgeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Knowledge Trigger',
		name: 'agentKnowledgeTrigger',
		icon: { light: 'file:agent-knowledge.svg', dark: 'file:agent-knowledge.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ (${JSON.stringify(nameOfEvent)})[$parameter["event"]] }}`,
		// n8n lists a node and its trigger as one, with the trigger's description.
		description: 'Chat, read leads, start on events',
		defaults: { name: 'Agent Knowledge Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentKnowledgeApi', required: true, testedBy: 'testAgentKnowledgeApi' }],
		properties: triggerProperties(),
	};

	methods = { credentialTest, listSearch: agentSearch, loadOptions: agentOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
