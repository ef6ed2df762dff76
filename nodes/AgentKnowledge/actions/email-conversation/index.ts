import type { NodeResource } from '../operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { reply } from './reply.operation';
import { setAutoReplies } from './set-auto-replies.operation';

export const emailConversation: NodeResource = {
	value: 'emailConversation',
	name: 'Email Conversation',
	defaultOperation: get.value,
	operations: [create, get, reply, setAutoReplies],
};
