import type { INodeProperties } from 'n8n-workflow';
import { agentLocator } from '../AgentKnowledge/actions/parameters/agent-locator';
import { events } from './events';

/**
 * One event and one agent per node, because each poll costs some of the key's 60 requests a minute (docs/trigger.md).
 */
export function triggerProperties(): INodeProperties[] {
	const options = events.map(({ name, value, description }) => ({ name, value, description }));
	return [
		{ ...agentLocator, description: 'The agent to watch' },
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			options: options.sort((one, other) => one.name.localeCompare(other.name)),
			default: 'newLead',
			required: true,
			description: 'The event that starts the workflow',
		},
	];
}
