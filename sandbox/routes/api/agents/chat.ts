import type { Chat } from '../../../chat/chat';
import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';

/** /agents/{id}/chat */
export function chatRoutes(chat: Chat, implementForAgent: ImplementForAgent): Implementation[] {
	return [implementForAgent('chat', ({ agent, body }) => chat.send(agent, body))];
}
