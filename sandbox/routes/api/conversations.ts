import { describeConversation, describeTranscript } from '../../conversations/inbox';
import { problems } from '../../problems/problems';
import { mayAccess } from '../../account/api-keys';
import type { Implementation } from '../../operations/answer';
import { type ImplementForAgent, implement } from '../../operations/implement';
import type { Repositories } from '../../database/repositories';
import { pageOf } from './page-of';

/** /agents/{id}/conversations and /conversations/{id} */
export function conversationRoutes(
	{ conversations, messages }: Repositories,
	implementForAgent: ImplementForAgent,
): Implementation[] {
	return [
		implementForAgent('listConversations', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			const filter = { channel: query.channel ?? null, state: query.state ?? null };
			const { items, total } = conversations.page(agent.id, filter, limit, offset);
			return { items: items.map(describeConversation), total, limit, offset };
		}),
		implement('getConversation', ({ params, key }) => {
			const conversation = conversations.find(params.id);
			// One of an agent that the key may not see is as missing as one that is not there.
			if (!conversation || !mayAccess(key, conversation.agentId)) throw problems.notFound('conversation');
			return describeTranscript(conversation, messages.ofConversation(conversation.id));
		}),
	];
}
