import { locator } from './locator';

/** Which agent: chosen from the list of those the key can access, or by id. */
export const agentLocator = locator({
	displayName: 'Agent',
	name: 'agentId',
	description: 'The agent to work with',
	searchListMethod: 'searchAgents',
	listPlaceholder: 'Select an agent...',
	idPlaceholder: 'e.g. agent_support',
	id: { regex: '.*\\S.*', errorMessage: 'Enter the ID of an agent' },
});
