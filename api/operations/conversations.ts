import { conversationSchema, conversationsQuerySchema, listSchema } from '../schemas';
import type { Operation } from './operation';
import { agentParams, conversationParams } from './path-params';

export const conversationOperations = {
	listConversations: {
		method: 'GET',
		path: '/agents/{id}/conversations',
		scope: 'read:conversations',
		tag: 'Conversations',
		summary: 'List conversations, newest first',
		params: agentParams,
		query: conversationsQuerySchema,
		body: null,
		reply: { status: 200, schema: listSchema(conversationSchema) },
		retry: 'read',
	},
	getConversation: {
		method: 'GET',
		path: '/conversations/{id}',
		scope: 'read:conversations',
		tag: 'Conversations',
		summary: 'One conversation with its transcript',
		params: conversationParams,
		query: null,
		body: null,
		reply: { status: 200, schema: conversationSchema },
		retry: 'read',
	},
} as const satisfies Record<string, Operation>;
