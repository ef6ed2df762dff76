import { newestFirst } from '../watch/newest-first';
import type { TriggerEvent } from './event';

export const newConversation: TriggerEvent = {
	value: 'newConversation',
	name: 'New Conversation',
	description: 'A visitor started a conversation with the agent, on any channel',
	endpoints: ['listConversations'],
	nothing: {
		message: 'The agent has no conversation yet',
		messageOfSeveral: 'None of the agents has a conversation yet',
		whatToDo: 'Ask the agent something, for example with Agent > Send Message, then test again.',
	},
	watch: (api, id) => newestFirst((window) => api.call('listConversations', { params: { id }, query: { ...window } })),
};
