import { z } from 'zod';
import { emailAddressSchema } from './email-address';
import { agentIdSchema, idSchema, timestampSchema } from './primitives';

/** Something has not happened yet: how its timestamp is then shown is not said, so null and nothing are read. */
const notYetTimestampSchema = timestampSchema.nullish();

/** A business mailbox (specification, part 2). Only status `pending` and mode `forwarding` are named. */
export const mailboxSchema = z.looseObject({
	id: z.string(),
	chatbotId: agentIdSchema,
	domainId: z.string().nullish(),
	address: z.string(),
	receivingMode: z.string(),
	name: z.string().nullish(),
	status: z.string(),
	isDefault: z.boolean(),
	aiEnabled: z.boolean(),
	instructions: z.string().nullish(),
	signature: z.string().nullish(),
	toolAllowlist: z.array(z.string()),
	receivingVerifiedAt: notYetTimestampSchema,
	lastReceivedAt: notYetTimestampSchema,
	testSentAt: notYetTimestampSchema,
	createdAt: timestampSchema,
	updatedAt: notYetTimestampSchema,
});

/** Mailboxes, allowance and the tools a mailbox may be allowed (specification, part 2). */
export const mailboxListSchema = z.looseObject({
	mailboxes: z.array(mailboxSchema),
	allowance: z.looseObject({
		maxMailboxes: z.number().int(),
		monthlyRecipients: z.number().int(),
		scope: z.string(),
		period: z.string(),
		used: z.number().int(),
	}),
	tools: z.array(z.looseObject({ name: z.string(), title: z.string() })),
});

/** Settings of a mailbox; what is left out keeps its value. */
export const mailboxSettingsSchema = z.strictObject({
	name: z.string().optional(),
	signature: z.string().optional(),
	instructions: z.string().optional(),
	aiEnabled: z.boolean().optional(),
	isDefault: z.boolean().optional(),
	toolAllowlist: z.array(z.string()).optional(),
});

/** Body of POST /agents/{id}/email: nine actions (specification, part 4). */
export const mailboxActionBodySchema = z.discriminatedUnion('action', [
	z.strictObject({ action: z.literal('create'), address: emailAddressSchema, name: z.string().min(1) }),
	z.strictObject({ action: z.literal('check'), mailboxId: idSchema }),
	z.strictObject({ action: z.literal('test-forwarding'), mailboxId: idSchema }),
	z.strictObject({ action: z.literal('test-sending'), mailboxId: idSchema }),
	z.strictObject({ action: z.literal('activate'), mailboxId: idSchema }),
	z.strictObject({ action: z.literal('disconnect'), mailboxId: idSchema }),
	z.strictObject({ action: z.literal('reconnect'), mailboxId: idSchema }),
	z.strictObject({ action: z.literal('update'), mailboxId: idSchema, settings: mailboxSettingsSchema }),
	z.strictObject({ action: z.literal('mail-from'), mailboxId: idSchema, enabled: z.boolean() }),
]);

export type Mailbox = z.infer<typeof mailboxSchema>;
export type MailboxList = z.infer<typeof mailboxListSchema>;
export type MailboxActionBody = z.infer<typeof mailboxActionBodySchema>;
export type MailboxAction = MailboxActionBody['action'];
