import { z } from 'zod';
import { idSchema, integerIdParamSchema } from '../schemas';

/**
 * Path parameters (specification, part 4): id and sessionId are strings, sourceId and pairId integers.
 * leadId is an integer because lead ids are (part 2).
 */
export const agentParams = z.strictObject({ id: idSchema });
export const sourceParams = z.strictObject({ id: idSchema, sourceId: integerIdParamSchema });
export const qaPairParams = z.strictObject({ id: idSchema, pairId: integerIdParamSchema });
export const leadParams = z.strictObject({ id: idSchema, leadId: integerIdParamSchema });
export const conversationParams = z.strictObject({ id: idSchema });
export const emailConversationParams = z.strictObject({ id: idSchema, sessionId: idSchema });

/** The kind of a confirmation's id is not shown: a string is assumed (docs/api-notes.md). */
export const codConfirmationParams = z.strictObject({ id: idSchema, confirmationId: idSchema });
