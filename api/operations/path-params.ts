import { z } from 'zod';
import { agentIdSchema, integerIdParamSchema } from '../schemas';

/**
 * Path parameters (specification, part 4): id and sessionId are strings, sourceId and pairId integers.
 * leadId is an integer because lead ids are (part 2).
 */
export const agentParams = z.strictObject({ id: agentIdSchema });
export const sourceParams = z.strictObject({ id: agentIdSchema, sourceId: integerIdParamSchema });
export const qaPairParams = z.strictObject({ id: agentIdSchema, pairId: integerIdParamSchema });
export const leadParams = z.strictObject({ id: agentIdSchema, leadId: integerIdParamSchema });
export const conversationParams = z.strictObject({ id: z.string().min(1) });
export const emailConversationParams = z.strictObject({ id: agentIdSchema, sessionId: z.string().min(1) });

/** The kind of a confirmation's id is not shown: a string is assumed (docs/api-notes.md). */
export const codConfirmationParams = z.strictObject({ id: agentIdSchema, confirmationId: z.string().min(1) });
