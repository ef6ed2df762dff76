import { cancellationSignal } from '@temporalio/activity';
import { agentIdSchema, type ApiClient } from '../../../api';
import type { EmailActivities } from '../../../workflows/email/activities';
import type { Keyring } from '../../temporal/keyring';
import { apiFailure } from '../task/api-failure';
import { checked } from '../retrain/arguments';
import type { PollTiming } from '../retrain/poll-delay';
import {
	createConversationSchema,
	findReplySchema,
	followDeliverySchema,
	idSchema,
	proposeDraftSchema,
	queueReplySchema,
} from './arguments';
import { followDelivery } from './follow-delivery';
import { readSender } from './read-sender';
import { findReply, readThread } from './read-thread';
import { createConversation, proposeDraft, queueReply } from './send-mail';

/** Mail, over one connection. */
export function emailActivities(api: ApiClient, keyring: Keyring, timing: PollTiming): EmailActivities {
	return {
		readSender: (agentId, mailboxId) =>
			readSender(api, checked(agentIdSchema, agentId), checked(idSchema.nullable(), mailboxId), cancellationSignal()),
		readThread: (agentId, sessionId) =>
			readThread(api, checked(agentIdSchema, agentId), checked(idSchema, sessionId), cancellationSignal()),
		proposeDraft: (ask) => proposeDraft(api, keyring, checked(proposeDraftSchema, ask)),
		createConversation: (conversation) =>
			createConversation(api, keyring, checked(createConversationSchema, conversation)),
		queueReply: (reply) => queueReply(api, keyring, checked(queueReplySchema, reply)),
		findReply: (reply) => findReply(api, checked(findReplySchema, reply), cancellationSignal()),
		followDelivery: (follow) =>
			followDelivery(api, checked(followDeliverySchema, follow), timing, cancellationSignal()),
		resumeReplies: async (agentId, sessionId) => {
			try {
				const params = { id: checked(agentIdSchema, agentId), sessionId: checked(idSchema, sessionId) };
				await api.call('setEmailAutoReplies', { params, body: { resume: true } });
			} catch (error) {
				throw apiFailure(error);
			}
		},
	};
}
