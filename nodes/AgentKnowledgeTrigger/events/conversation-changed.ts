import { ignoresOf } from '../memory/ignored-fields';
import { changes } from '../watch/changes';
import { conversationChange, conversationSample } from './conversation-change';
import type { TriggerEvent } from './event';

export const conversationChanged: TriggerEvent = {
	value: 'conversationChanged',
	name: 'Conversation Changed',
	description:
		"One of the agent's newest 500 conversations was resolved, opened again, continued, or changed otherwise",
	endpoints: ['listConversations'],
	seesChanges: true,
	nothing: {
		message: 'The agent has no conversation yet',
		whatToDo: 'Ask the agent something, for example with Agent > Send Message, then test again.',
	},
	watch: (api, id, { ignoredFields, withNew }) =>
		changes({
			readPage: (window) => api.call('listConversations', { params: { id }, query: { ...window } }),
			idFields: ['id', 'conversationId', 'conversation_id', 'sessionId', 'session_id', '_id', 'uuid'],
			wordFor: conversationChange,
			sampleWord: conversationSample,
			ignores: ignoresOf(ignoredFields),
			withNew,
			wait: (ms) => api.wait(ms),
		}),
};
