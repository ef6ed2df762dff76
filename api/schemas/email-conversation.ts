import { z } from 'zod';
import { LIMITS } from '../limits';
import { emailAddressSchema } from './email-address';
import { idSchema, timestampSchema } from './primitives';

const recipientsSchema = z.looseObject({ to: z.array(z.string()), cc: z.array(z.string()) });

/** The read view of an email conversation (specification, part 2). */
export const emailConversationSchema = z.looseObject({
	thread: z.looseObject({
		sessionId: z.string(),
		chatbotId: z.string(),
		mailboxId: z.string().nullish(),
		recipients: recipientsSchema,
		aiPaused: z.boolean(),
		revision: z.number().int(),
		createdAt: timestampSchema,
		updatedAt: timestampSchema,
	}),
	sender: z.looseObject({ address: z.string(), name: z.string().nullish() }).nullish(),
	deliveries: z.array(
		z.looseObject({
			id: z.string(),
			status: z.string(),
			error: z.string().nullish(),
			createdAt: timestampSchema,
			outcomes: z.array(
				z.looseObject({
					address: z.string(),
					status: z.string(),
					occurredAt: z.string().nullish(),
					reason: z.string().nullish(),
				}),
			),
		}),
	),
	messages: z.array(
		z.looseObject({
			id: z.string(),
			reviewReason: z.string().nullish(),
			recipients: recipientsSchema,
			aiStatus: z.string().nullish(),
		}),
	),
});

/** Body of POST email/conversations: an empty conversation; nothing is sent. */
export const emailConversationCreateBodySchema = z.strictObject({
	email: emailAddressSchema,
	subject: z.string().min(1),
	idempotencyKey: z.string().min(1),
	name: z.string().min(1).optional(),
	mailboxId: idSchema.optional(),
});

export const emailConversationCreatedSchema = z.looseObject({ sessionId: z.string() });

/** Body of POST email/replies. At most 10 recipients across To and CC; left out: the approved participants. */
export const emailReplyBodySchema = z
	.strictObject({
		sessionId: idSchema.regex(/^email:.+/, 'must have the form email:<conversation id>'),
		content: z.string().min(1),
		idempotencyKey: z.string().min(1),
		to: z.array(emailAddressSchema).optional(),
		cc: z.array(emailAddressSchema).optional(),
		subject: z.string().min(1).optional(),
		mailboxId: idSchema.optional(),
	})
	.refine((body) => (body.to?.length ?? 0) + (body.cc?.length ?? 0) <= LIMITS.emailRecipients, {
		message: `at most ${LIMITS.emailRecipients} recipients across to and cc`,
		path: ['to'],
	});

/** Queued means saved, not delivered (specification, part 4). */
export const emailReplyQueuedSchema = z.looseObject({
	deliveryId: z.string(),
	messageId: z.string(),
	status: z.string(),
});

export const emailAutoRepliesBodySchema = z.strictObject({ resume: z.boolean() });

export const successSchema = z.looseObject({ success: z.literal(true) });

export type EmailConversation = z.infer<typeof emailConversationSchema>;
export type EmailConversationCreateBody = z.infer<typeof emailConversationCreateBodySchema>;
export type EmailReplyBody = z.infer<typeof emailReplyBodySchema>;
