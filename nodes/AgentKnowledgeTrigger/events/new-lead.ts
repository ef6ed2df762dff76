import { newestFirst } from '../watch/newest-first';
import { wantedOnly } from '../watch/wanted-only';
import { withConversations } from '../watch/with-conversations';
import type { TriggerEvent } from './event';
import { conversationsOf } from './lead-conversations';

export const newLead: TriggerEvent = {
	value: 'newLead',
	name: 'New Lead',
	description: 'A visitor left contact details with the agent',
	endpoints: ['listLeads'],
	conversationEndpoints: ['getLead', 'listConversations', 'getConversation'],
	nothing: {
		message: 'The agent has no lead yet',
		messageOfSeveral: 'None of the agents has a lead yet',
		whatToDo: "Leave a name and an email address in the form of the agent's chat, then test again.",
	},
	isOfLeads: true,
	watch: (api, id, { isWanted, onePerPerson, conversation }) =>
		withConversations(
			wantedOnly(
				newestFirst((window) => api.call('listLeads', { params: { id }, query: { ...window } })),
				isWanted,
				onePerPerson,
			),
			conversationsOf(api, id, conversation),
		),
};
