import { z } from 'zod';
import { agentIdSchema } from '../../../api';
import type {
	CreateConversation,
	FindReply,
	FollowDelivery,
	ProposeDraft,
	QueueReply,
	ReviewMail,
} from '../../../workflows/email/activities';

const keyed = { taskId: z.string().min(1), keyVersion: z.string().min(1) };
const recipients = { to: z.array(z.string()), cc: z.array(z.string()) };
const draft = { ...recipients, subject: z.string(), content: z.string() };
const known = z.object({ deliveries: z.array(z.string()), messages: z.array(z.string()) });

export const idSchema = z.string().min(1);
export const proposeDraftSchema: z.ZodType<ProposeDraft> = z.object({
	...keyed,
	agentId: agentIdSchema,
	prompt: z.string().min(1),
});
export const createConversationSchema: z.ZodType<CreateConversation> = z.object({
	...keyed,
	agentId: agentIdSchema,
	email: z.string(),
	subject: z.string(),
	name: z.string().nullable(),
	mailboxId: idSchema,
});
export const queueReplySchema: z.ZodType<QueueReply> = z.object({
	...keyed,
	...draft,
	agentId: agentIdSchema,
	sessionId: idSchema,
	mailboxId: idSchema,
});
export const findReplySchema: z.ZodType<FindReply> = z.object({
	...recipients,
	agentId: agentIdSchema,
	sessionId: idSchema,
	known,
});
export const followDeliverySchema: z.ZodType<FollowDelivery> = z.object({
	agentId: agentIdSchema,
	sessionId: idSchema,
	deliveryId: idSchema,
	addresses: z.array(z.string()),
	since: z.number(),
	until: z.number(),
	reportFrom: z.number(),
	reported: z.number(),
});
export const sealedDraftSchema = z.object({
	...draft,
	agentId: agentIdSchema,
	mailboxId: idSchema,
	sessionId: z.string().nullable(),
});
export const reviewMailSchema: z.ZodType<ReviewMail> = z.object({
	...keyed,
	question: z.int(),
	kind: z.enum(['approval', 'uncertain']),
	subject: z.string(),
	expiresAt: z.number(),
	reminder: z.int(),
	reviewer: z.int(),
	address: z.string(),
});
