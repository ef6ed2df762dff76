import { cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient } from '../../../api';
import type {
	CreateConversation,
	EmailActivities,
	FindReply,
	FollowDelivery,
	ProposeDraft,
	QueueReply,
	SealActivities,
} from '../../../workflows/email/activities';
import { mail } from '../../tasks/subjects';
import { sealOf } from '../../tasks/subjects/subject';
import type { Keyring } from '../../temporal/keyring';
import { checked } from '../task/arguments';
import { apiFailure } from '../task/failure';
import { look, type PollTiming } from '../task/look';
import { followDelivery } from './follow-delivery';
import { createConversation, findReply, proposeDraft, queueReply, readSender, readThread } from './send';

const keyed = { taskId: z.string().min(1), keyVersion: z.string().min(1) };
const recipients = { to: z.array(z.string()), cc: z.array(z.string()) };
const draft = { ...recipients, subject: z.string(), content: z.string() };
const known = z.object({ deliveries: z.array(z.string()), messages: z.array(z.string()) });

const idSchema = z.string().min(1);
const proposeDraftSchema: z.ZodType<ProposeDraft> = z.object({
	...keyed,
	agentId: agentIdSchema,
	prompt: z.string().min(1),
});
const createConversationSchema: z.ZodType<CreateConversation> = z.object({
	...keyed,
	agentId: agentIdSchema,
	email: z.string(),
	subject: z.string(),
	name: z.string().nullable(),
	mailboxId: idSchema,
});
const queueReplySchema: z.ZodType<QueueReply> = z.object({
	...keyed,
	...draft,
	agentId: agentIdSchema,
	sessionId: idSchema,
	mailboxId: idSchema,
});
const findReplySchema: z.ZodType<FindReply> = z.object({
	...recipients,
	agentId: agentIdSchema,
	sessionId: idSchema,
	known,
});
const followDeliverySchema: z.ZodType<FollowDelivery> = z.object({
	agentId: agentIdSchema,
	sessionId: idSchema,
	deliveryId: idSchema,
	addresses: z.array(z.string()),
	since: z.number(),
	until: z.number(),
	reportFrom: z.number(),
	reported: z.number(),
});
const sealedDraftSchema = z.object({
	...draft,
	agentId: agentIdSchema,
	mailboxId: idSchema,
	sessionId: z.string().nullable(),
});
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
			look(follow.since, timing, () =>
				followDelivery(api, checked(followDeliverySchema, follow), timing, cancellationSignal()),
			),
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

/** The activity of the review of a mail that calls no API. */
export const sealActivities: SealActivities = {
	sealDraft: (draft) => Promise.resolve(sealOf(mail, checked(sealedDraftSchema, draft))),
};
