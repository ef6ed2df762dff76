import { mayAccess } from '../account/api-keys';
import type { Chat } from '../chat/chat';
import type { CodConfirmations } from '../conversations/cod-confirmations';
import { describeConversation, describeTranscript } from '../conversations/inbox';
import type { Leads } from '../conversations/leads';
import type { Repositories } from '../database/repositories';
import type { Email } from '../email/create-email';
import { problems } from '../problems/problems';
import { implement, type Implementation, type ImplementForAgent, pageOf } from './implement';

export interface ConversationOperationsServices {
	repositories: Repositories;
	chat: Chat;
	leads: Leads;
	cod: CodConfirmations;
}

/** /agents/{id}/chat, /conversations, /leads and /cod-confirmations, and /conversations/{id} */
export function conversationOperations(
	{ repositories, chat, leads, cod }: ConversationOperationsServices,
	implementForAgent: ImplementForAgent,
): Implementation[] {
	return [
		implementForAgent('chat', ({ agent, body }) => chat.send(agent, body)),

		implementForAgent('listConversations', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			const filter = { channel: query.channel ?? null, state: query.state ?? null };
			const { items, total } = repositories.conversations.page(agent.id, filter, limit, offset);
			return { items: items.map(describeConversation), total, limit, offset };
		}),
		implement('getConversation', ({ params, key }) => {
			const conversation = repositories.conversations.find(params.id);
			// A conversation of an agent that the key may not access is reported as missing.
			if (!conversation || !mayAccess(key, conversation.agentId)) throw problems.notFound('conversation');
			return describeTranscript(conversation, repositories.messages.ofConversation(conversation.id));
		}),

		implementForAgent('listLeads', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return leads.list(agent, query, limit, offset);
		}),
		implementForAgent('getLead', ({ agent, params }) => leads.get(agent, params.leadId)),

		implementForAgent('listCodConfirmations', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return cod.list(agent, limit, offset);
		}),
		implementForAgent('getCodMetrics', ({ agent, query }) => cod.metrics(agent, query)),
		implementForAgent('getCodConfirmation', ({ agent, params }) => cod.get(agent, params.confirmationId)),
	];
}

/** /agents/{id}/email, /agents/{id}/email/conversations, /agents/{id}/email/replies */
export function emailOperations(email: Email, implementForAgent: ImplementForAgent): Implementation[] {
	const { mailboxes, actions, conversations, replies } = email;
	return [
		implementForAgent('listMailboxes', ({ agent, query }) => mailboxes.list(agent, query.mailboxId)),
		implementForAgent('actOnMailbox', ({ agent, body }) => actions.act(agent, body)),
		implementForAgent('deleteMailbox', ({ agent, query }) => mailboxes.delete(agent, query.mailboxId)),
		implementForAgent('createEmailConversation', ({ agent, body }) => conversations.create(agent, body)),
		implementForAgent('queueEmailReply', ({ agent, body }) => replies.queue(agent, body)),
		implementForAgent('getEmailConversation', ({ agent, params }) => conversations.read(agent, params.sessionId)),
		implementForAgent('setEmailAutoReplies', ({ agent, params, body }) =>
			conversations.setAutoReplies(agent, params.sessionId, body.resume),
		),
	];
}
