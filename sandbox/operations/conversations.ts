import type { conversationOperations as contract } from '../../api/operations/conversations';
import { mayAccess } from '../account/api-keys';
import { describeConversation, describeTranscript } from '../conversations/inbox';
import type { Repositories } from '../database/repositories';
import { problems } from '../problems/problems';
import { implement, type ImplementForAgent, type Implementations, pageOf } from './implement';

/** /agents/{id}/conversations and /conversations/{id} */
export function conversationOperations(
	repositories: Repositories,
	implementForAgent: ImplementForAgent,
): Implementations<typeof contract> {
	return [
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
	];
}
