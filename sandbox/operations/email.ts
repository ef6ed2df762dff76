import type { emailOperations as contract } from '../../api/operations/email';
import type { Email } from '../email/create-email';
import type { ImplementForAgent, Implementations } from './implement';

/** /agents/{id}/email, /agents/{id}/email/conversations and /agents/{id}/email/replies */
export function emailOperations(email: Email, implementForAgent: ImplementForAgent): Implementations<typeof contract> {
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
